"""Games: what visitors play on a code, what they can win, and the proof that every draw was fair."""
