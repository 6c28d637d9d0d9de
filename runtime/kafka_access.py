"""Access of an installation's processes to its Kafka."""

from typing import Any

from runtime.settings import Settings


def kafka_access(settings: Settings) -> dict[str, Any]:
    """Return the arguments for every client of kafka-python: brokers, encryption, name and password.

    Unless a certificate authority is configured, the system's authorities decide whether a broker's certificate is
    trusted. Its name is always compared with the address.
    """
    access: dict[str, Any] = {
        "bootstrap_servers": settings.kafka_bootstrap_servers.split(","),
        "security_protocol": settings.kafka_security_protocol,
    }
    if settings.kafka_security_protocol.endswith("SSL"):
        for name, file in (
            ("ssl_cafile", settings.kafka_ca_file),
            ("ssl_certfile", settings.kafka_certificate_file),
            ("ssl_keyfile", settings.kafka_key_file),
        ):
            if file is not None:
                access[name] = str(file)
    if settings.kafka_security_protocol.startswith("SASL") and settings.kafka_password:
        access["sasl_mechanism"] = settings.kafka_sasl_mechanism
        access["sasl_plain_username"] = settings.kafka_username
        access["sasl_plain_password"] = settings.kafka_password.get_secret_value()
    return access
