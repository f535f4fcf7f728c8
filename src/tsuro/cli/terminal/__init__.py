"""Playing at the terminal: choosing, screens, words and the keyboard."""
