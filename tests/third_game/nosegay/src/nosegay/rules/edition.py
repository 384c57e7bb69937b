"""What lies in the box (N1): the component data, checked before use."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from lutetia.core.edition import Edition, Source, load, whole, wrong_keys

FILE = Path(__file__).with_name("edition.toml")


# --8<-- [start:edition]
def edition(source: Source = None) -> Edition:
    """The bundled edition, or one of your own. Raises EditionError with every fault."""
    return load(FILE, source, _faults)


def _faults(data: dict[str, Any]) -> list[str]:
    faults = wrong_keys(data, ("name", "version", "flowers", "counts"))
    if faults:
        return faults
    flowers, counts = data["flowers"], data["counts"]
    faults = wrong_keys(flowers, ("names", "numbers")) + wrong_keys(counts, ("hand", "cards_each", "hidden"))
    if faults:
        return faults
    names, numbers = flowers["names"], flowers["numbers"]
    if not 2 <= len(set(names)) == len(names) <= 8 or not all(type(name) is str and name.isalpha() for name in names):
        faults.append("[flowers] names: two to eight different words are needed")
    if not 2 <= len(set(numbers)) == len(numbers) or not all(whole(number, 1, 9) for number in numbers):
        faults.append("[flowers] numbers: different whole numbers from 1 to 9 are needed")
    if not all(whole(count, 1, 9) for count in counts.values()) or counts["hand"] > counts["cards_each"]:
        faults.append("[counts]: whole numbers from 1 to 9 are needed, and no hand larger than cards_each")
    elif 3 * counts["cards_each"] > len(names) * len(numbers):
        faults.append("[counts] cards_each: there are not enough cards for three players")
    return faults


# --8<-- [end:edition]
