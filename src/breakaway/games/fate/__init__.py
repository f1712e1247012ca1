"""FATE Accelerated Football, an American football game with Fate dice."""
