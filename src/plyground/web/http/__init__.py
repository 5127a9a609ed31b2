"""HTTP and WebSocket: what is asked, what is answered, and what is refused."""
