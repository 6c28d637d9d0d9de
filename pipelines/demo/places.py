"""Locations of the demonstration's visitors, and the languages that they read.

Names are those of the offline IP table. Each place has an address that the table assigns to it, for visits that are
made over HTTP.
"""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Place:
    """A place with the names that events use."""

    country: str
    region: str | None
    city: str
    address: str


NEW_YORK = Place("US", "New York", "New York", "169.64.0.9")
BROOKLYN = Place("US", "New York", "Brooklyn", "128.238.0.9")
QUEENS = Place("US", "New York", "Queens", "13.141.192.9")
JERSEY_CITY = Place("US", "New Jersey", "Jersey City", "168.250.192.9")
HOBOKEN = Place("US", "New Jersey", "Hoboken", "155.246.0.9")
BOSTON = Place("US", "Massachusetts", "Boston", "74.27.0.9")
CAMBRIDGE_US = Place("US", "Massachusetts", "Cambridge", "207.212.144.9")
PHILADELPHIA = Place("US", "Pennsylvania", "Philadelphia", "75.122.0.9")
CAMDEN = Place("US", "New Jersey", "Camden", "71.168.192.9")
WASHINGTON = Place("US", "District of Columbia", "Washington D.C.", "152.220.0.9")
CHICAGO = Place("US", "Illinois", "Chicago", "100.128.0.9")
LOS_ANGELES = Place("US", "California", "Los Angeles", "151.220.0.9")
TORONTO = Place("CA", "Ontario", "Toronto", "4.172.0.9")
MONTREAL = Place("CA", "Quebec", "Montreal", "9.64.0.9")
MEXICO_CITY = Place("MX", "Mexico City", "Mexico City", "148.242.0.9")
SAO_PAULO = Place("BR", "Sao Paulo", "Sao Paulo", "56.124.0.9")
LONDON = Place("GB", "England", "London", "25.64.0.9")
MANCHESTER = Place("GB", "England", "Manchester", "51.176.0.9")
OXFORD = Place("GB", "England", "Oxford", "145.36.128.9")
CAMBRIDGE = Place("GB", "England", "Cambridge", "158.124.0.9")
BRIGHTON = Place("GB", "England", "Brighton", "139.184.0.9")
CARDIFF = Place("GB", "Wales", "Cardiff", "172.186.0.9")
DUBLIN = Place("IE", "Leinster", "Dublin", "56.48.0.9")
PARIS = Place("FR", "Ile-de-France", "Paris", "57.48.0.9")
LYON = Place("FR", "Rhone-Alpes", "Lyon", "168.87.192.9")
BERLIN = Place("DE", "State of Berlin", "Berlin", "51.164.0.9")
FRANKFURT = Place("DE", "Hesse", "Frankfurt am Main", "63.184.0.9")
AMSTERDAM = Place("NL", "North Holland", "Amsterdam", "13.80.0.9")
MADRID = Place("ES", "Madrid", "Madrid", "89.60.0.9")
MILAN = Place("IT", "Lombardy", "Milan", "78.216.0.9")
TOKYO = Place("JP", "Tokyo", "Chiyoda City", "150.72.0.9")
SYDNEY = Place("AU", "New South Wales", "Sydney", "3.26.0.9")
SINGAPORE = Place("SG", None, "Singapore", "16.156.0.9")
ASHBURN = Place("US", "Virginia", "Ashburn", "32.192.0.9")
BOARDMAN = Place("US", "Oregon", "Boardman", "32.188.0.9")
HELSINKI = Place("FI", "Uusimaa", "Helsinki", "85.78.0.9")

Mix = dict[Place, float]

TRAVELLERS: Mix = {
    TORONTO: 2.2, MONTREAL: 1.2, LONDON: 2.0, PARIS: 0.8, BERLIN: 0.7, FRANKFURT: 0.3, MADRID: 0.5,
    MILAN: 0.5, TOKYO: 0.9, SYDNEY: 0.4, MEXICO_CITY: 0.9, SAO_PAULO: 0.8, AMSTERDAM: 0.4, DUBLIN: 0.4,
}  # fmt: skip
MIDTOWN: Mix = {
    NEW_YORK: 52, BROOKLYN: 11, QUEENS: 9, JERSEY_CITY: 6, HOBOKEN: 3, BOSTON: 2, WASHINGTON: 2,
    CHICAGO: 2, LOS_ANGELES: 2, **TRAVELLERS,
}  # fmt: skip
BROOKLYN_SHOP: Mix = {BROOKLYN: 66, NEW_YORK: 16, QUEENS: 8, JERSEY_CITY: 2, LONDON: 1, PARIS: 0.8}
BACK_BAY: Mix = {BOSTON: 68, CAMBRIDGE_US: 18, NEW_YORK: 4, WASHINGTON: 1, TORONTO: 1.2, LONDON: 1}
WALNUT_STREET: Mix = {PHILADELPHIA: 76, CAMDEN: 9, NEW_YORK: 5, WASHINGTON: 2, TORONTO: 0.6}
EAST_COAST: Mix = {
    NEW_YORK: 30, BROOKLYN: 22, BOSTON: 15, PHILADELPHIA: 11, QUEENS: 6, JERSEY_CITY: 5,
    CAMBRIDGE_US: 3, WASHINGTON: 3, CHICAGO: 2, LOS_ANGELES: 2, TORONTO: 1.5, MONTREAL: 0.7, LONDON: 0.8,
}  # fmt: skip
HOLBORN: Mix = {
    LONDON: 74, OXFORD: 3, CAMBRIDGE: 3, BRIGHTON: 3, MANCHESTER: 2, CARDIFF: 1, DUBLIN: 2, PARIS: 2.6,
    LYON: 0.5, BERLIN: 1.4, AMSTERDAM: 1.3, MADRID: 0.9, MILAN: 0.9, NEW_YORK: 2.4, TOKYO: 0.8, SYDNEY: 0.7,
}  # fmt: skip
BRITAIN: Mix = {
    LONDON: 55,
    MANCHESTER: 9,
    OXFORD: 6,
    CAMBRIDGE: 6,
    BRIGHTON: 6,
    CARDIFF: 4,
    DUBLIN: 4,
}
DATA_CENTRES: Mix = {
    ASHBURN: 46,
    BOARDMAN: 16,
    FRANKFURT: 14,
    SINGAPORE: 8,
    HELSINKI: 7,
    AMSTERDAM: 9,
}

LANGUAGES: dict[str, dict[str, float]] = {
    "US": {"en-US": 86, "es-US": 7, "es-MX": 2, "zh-CN": 2, "ko-KR": 1, "pt-BR": 1, "fr-FR": 1},
    "CA": {"en-CA": 68, "fr-CA": 26, "en-US": 6},
    "MX": {"es-MX": 90, "en-US": 10},
    "BR": {"pt-BR": 96, "en-US": 4},
    "GB": {"en-GB": 88, "en-US": 6, "pl-PL": 2, "fr-FR": 2, "it-IT": 2},
    "IE": {"en-IE": 70, "en-GB": 30},
    "FR": {"fr-FR": 92, "en-GB": 8},
    "DE": {"de-DE": 90, "en-US": 6, "tr-TR": 4},
    "NL": {"nl-NL": 84, "en-GB": 16},
    "ES": {"es-ES": 88, "ca-ES": 7, "en-GB": 5},
    "IT": {"it-IT": 94, "en-GB": 6},
    "JP": {"ja-JP": 95, "en-US": 5},
    "AU": {"en-AU": 90, "en-GB": 6, "zh-CN": 4},
}
