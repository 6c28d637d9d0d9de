"""Mails that tell whoever runs the installation which checks of the pipelines fail, once for each outage."""
