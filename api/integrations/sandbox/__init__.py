"""The sandbox, used where no provider's key is set: it stores what would have been sent, for members to see."""
