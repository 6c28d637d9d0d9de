"""Names on leaderboards: as players chose them, unless they are insulting in one of the languages of visitor pages."""

from functools import cache

from badwords import Options, ProfanityFilter

_LANGUAGES = ("de", "en", "es", "fr", "it", "ja", "ko", "nl", "pl", "pt", "pt_br", "tr", "uk")
"""The languages for which badwords-py has words."""
_MORE_WORDS = (
    *("شرموطة", "شراميط", "قحبة", "كس امك", "كسمك", "كس اختك", "ابن الكلب", "ابن القحبة", "عاهرة"),
    *("منيوك", "خنيث", "زبي", "طيز", "متناك", "خول", "لعنة على امك", "يا حمار", "كلب ابن كلب"),
    *("זונה", "שרמוטה", "בן זונה", "בן שרמוטה", "כוסאמק", "כוס אמק", "כוס אמא שלך", "זין", "מניאק"),
    *("לך תזדיין", "תזדיין", "חרא", "קוקסינל", "אידיוט", "מפגר", "מטומטם", "כוסית"),
)
"""Additional words in Arabic and Hebrew."""
_UNSPACED_LANGUAGES = ("ja", "ko")
_UNSPACED_WORDS = (
    *(
        "傻逼",
        "傻屄",
        "煞笔",
        "操你",
        "草泥马",
        "肏",
        "他妈的",
        "你妈的",
        "妈逼",
        "妈的逼",
        "王八蛋",
        "狗日的",
    ),
    *(
        "婊子",
        "贱人",
        "贱货",
        "混蛋",
        "去死吧",
        "鸡巴",
        "雞巴",
        "白痴",
        "智障",
        "滚蛋",
        "幹你娘",
        "操妳",
        "媽的",
    ),
)
"""Additional words in Chinese. As in Japanese and Korean, words are not separated by spaces."""
_TOKENS = Options(split_on_punctuation=True, collapse_repeats=True, leetspeak=True)
_ANYWHERE = Options(match_mode="substring", min_substring_len=2)


def shown_name(name: str | None, player: str) -> str:
    """Return a player's public name: the one they chose, or a number if there is none or it is insulting."""
    if name and not insults(name):
        return name
    return f"#{int(player[:8], 16) % 10_000:04}"


def insults(name: str) -> bool:
    """Return whether a name is or contains an insult or swear word, even with spaced-out or substituted letters."""
    by_words, anywhere = _filters()
    pieces = name.split()
    apart = "".join(pieces) if all(len(it) == 1 for it in pieces) else name
    return by_words.is_profane(apart, options=_TOKENS) or anywhere.is_profane(
        name, options=_ANYWHERE
    )


@cache
def _filters() -> tuple[ProfanityFilter, ProfanityFilter]:
    by_words, anywhere = ProfanityFilter(), ProfanityFilter()
    by_words.init(languages=_LANGUAGES)
    by_words.add_words(_MORE_WORDS)
    anywhere.init(languages=_UNSPACED_LANGUAGES)
    anywhere.add_words(_UNSPACED_WORDS)
    return by_words, anywhere
