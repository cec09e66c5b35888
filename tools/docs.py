"""Write what is generated in the documents and indexes: `make docs`."""

from tests.command import ROOT

from tools.console_examples import DOCUMENTS, GUIDES, with_examples, with_session
from tools.documents import GENERATED
from tools.gallery import PICTURES


def main() -> None:
    """Write each generated file, what the commands in the documents print, and the pictures of the gallery."""
    shown = [*((name, with_examples) for name in DOCUMENTS), *((name, with_session) for name in GUIDES)]
    for name, generate in [*GENERATED.items(), *shown]:
        file = ROOT / name
        current = file.read_text(encoding="utf-8") if file.exists() else ""
        text = generate(current)
        if text != current:
            file.parent.mkdir(exist_ok=True)
            file.write_text(text, encoding="utf-8")
            print(f"{name} is written")
    for picture in PICTURES:
        file, drawn = ROOT / picture.file, picture.drawn()
        if not file.exists() or file.read_bytes() != drawn:
            file.parent.mkdir(exist_ok=True)
            file.write_bytes(drawn)
            print(f"{picture.file} is written")


if __name__ == "__main__":
    main()
