"""The command plyground: one file a command, arguments in and text out."""
