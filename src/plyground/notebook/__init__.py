"""What notebooks show: boards to click on, and analyses while they go on."""
