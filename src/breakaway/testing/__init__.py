"""What a game's author tests with: adjudication cases (`cases`) and the laws of every game (`laws`)."""
