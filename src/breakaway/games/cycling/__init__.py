"""Breaking Away, the postal cycling race by John Harrington. In `rules`, a file is a chapter and a function a rule."""
