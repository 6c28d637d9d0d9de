"""Guesses the content of a file's columns from their headers."""

import re
import unicodedata
from collections.abc import Sequence
from typing import Protocol

PROFILE_TARGETS = (
    "email",
    "phone",
    "first_name",
    "last_name",
    "full_name",
    "language",
    "time_zone",
    "birthday",
    "owner",
    "tags",
)
FIELD = "field:"

# English, German, French, Spanish, Portuguese, Italian, Dutch, and the headers in exports of other
# products.
_NAMES: dict[str, str] = {
    "email": "email emailaddress mail emailadresse mailadresse courriel adresseemail correo"
    " correoelectronico direccióndecorreo emailadres indirizzoemail eemail subscriberemail",
    "phone": "phone phonenumber mobile mobilephone mobilenumber cell cellphone telephone tel"
    " telefon telefonnummer handy handynummer mobil portable telefono numerodetelefono celular movil"
    " telefone telemovel cellulare telefoon telefoonnummer smsphonenumber whatsapp",
    "first_name": "firstname first givenname forename vorname prenom nombre primernombre nome"
    " primeironome voornaam fname",
    "last_name": "lastname last surname familyname nachname familienname nom nomdefamille apellido"
    " apellidos sobrenome apelido cognome achternaam lname",
    "full_name": "name fullname customername customer contactname contact kunde kundenname"
    " nomcomplet nombrecompleto nomecompleto volledigenaam",
    "language": "language lang locale sprache langue idioma lingua taal preferredlanguage",
    "time_zone": "timezone tz zeitzone fuseauhoraire zonahoraria fusohorario fusoorario tijdzone",
    "birthday": "birthday birthdate dateofbirth dob born geburtstag geburtsdatum datedenaissance"
    " anniversaire fechadenacimiento cumpleanos datadenascimento datadinascita geboortedatum",
    "owner": "owner customerowner accountowner assignedto betreuer responsable proprietario eigenaar",
    "tags": "tags tag labels label schlagworte etiquettes etiquetas marcadores etichette",
}
_TARGET_OF = {name: target for target, names in _NAMES.items() for name in names.split()}


class NamedField(Protocol):
    """A custom field."""

    @property
    def name(self) -> str: ...

    @property
    def label(self) -> str: ...


def guessed_targets(headers: Sequence[str], fields: Sequence[NamedField]) -> list[str | None]:
    """Return the target of each header, each target once, or None if nothing fits."""
    by_field = {_plain(text): f"{FIELD}{it.name}" for it in fields for text in (it.label, it.name)}
    taken: set[str] = set()
    guesses: list[str | None] = []
    for header in headers:
        plain = _plain(header)
        target = by_field.get(plain) or _TARGET_OF.get(plain)
        if target in taken:
            target = None
        if target is not None:
            taken.add(target)
        guesses.append(target)
    if {"first_name", "last_name"} <= taken:
        return [None if it == "full_name" else it for it in guesses]
    return guesses


def _plain(text: str) -> str:
    """Return only letters and digits, without accents."""
    decomposed = unicodedata.normalize("NFKD", text).casefold()
    return re.sub(r"[\W_]", "", "".join(it for it in decomposed if not unicodedata.combining(it)))
