"""The automatic opponents of FATE Accelerated Football."""
