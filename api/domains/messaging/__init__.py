"""Messages to customers: campaigns, automations, conversations and their senders. Also alerts to owners and the
operator.
"""
