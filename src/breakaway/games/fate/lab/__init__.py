"""The lab's odds for FATE Accelerated Football."""
