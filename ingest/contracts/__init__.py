"""Contracts: what an event looks like on the wire, versioned. A leaf; imports nothing of ours."""
