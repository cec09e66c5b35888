"""Write the journal that this release keeps as test data, with keys, checkpoint and balances: `make release-journal`.

It is written once, when a release is made, and never again: every later release must audit it.
"""

import json
import shutil
import tempfile
from pathlib import Path

from tests.audit.session import everything, keep_checkpoint, recorded
from tests.command import ROOT
from tests.pit.casino import KEYS

import upcard
from upcard.audit.lines import export_lines
from upcard.audit.run import AuditOptions, audit_journal

JOURNALS = ROOT / "tests" / "audit" / "journals"


def main() -> None:
    """Play the session, and write the journal, its checkpoint, its public key and its key of shoes."""
    place = JOURNALS / upcard.__version__
    shutil.rmtree(place, ignore_errors=True)
    with tempfile.TemporaryDirectory() as folder, recorded(Path(folder) / "journal.db") as house:
        everything(house)
        key = keep_checkpoint(house.journal, place / "checkpoints")
        (place / "keys").mkdir()
        (place / "keys" / "key-0001.public").write_text(f"{key.verifying}\n", encoding="utf-8")
        (place / "keys" / "shoe-key-0001.secret").write_text(f"{KEYS.keys[0].secret_text}\n", encoding="utf-8")
        balances = audit_journal(house.journal, AuditOptions(shoe_keys=KEYS)).balances
        (place / "balances.json").write_text(json.dumps(dict(balances), indent=1) + "\n", encoding="utf-8")
        header = export_lines(house.journal, place / "journal.jsonl.gz")
    print(f"{place.relative_to(ROOT)}: {header.rows} rows")


if __name__ == "__main__":
    main()
