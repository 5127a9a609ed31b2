"""What is measured, side by side with what others have."""
