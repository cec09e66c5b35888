"""A browser without a script: it follows links, reads pages and sends their forms."""

import re
from dataclasses import dataclass
from html.parser import HTMLParser

import httpx

from tests.web.browsing import Site
from upcard.service.secret_text import Secret
from upcard.web.app import create_app

KEY = Secret("the key that the server has printed")
PAGE = {"Accept": "text/html,application/xhtml+xml"}


class _Reader(HTMLParser):
    """Collects the texts of a page, without what a screen leaves out."""

    def __init__(self) -> None:
        super().__init__()
        self.words: list[str] = []

    def handle_data(self, data: str) -> None:
        self.words.append(data)


def text_of(page: str) -> str:
    """The text of a page, with single spaces."""
    reader = _Reader()
    reader.feed(page)
    return re.sub(r"\s+", " ", " ".join(reader.words))


@dataclass
class Pages:
    """A browser that looks at pages."""

    client: httpx.AsyncClient

    @classmethod
    def of(cls, site: Site, host: str = "127.0.0.1") -> "Pages":
        transport = httpx.ASGITransport(create_app(site.house, KEY), raise_app_exceptions=False)
        return cls(httpx.AsyncClient(transport=transport, base_url=f"http://{host}", headers=PAGE))

    async def get(self, path: str) -> httpx.Response:
        return await self.client.get(path)

    async def token(self, path: str = "/sign-in") -> str:
        page = await self.client.get(path, follow_redirects=True)
        found = re.search(r'<meta name="csrf" content="([^"]+)"', page.text)
        assert found is not None, page.text
        return found[1]

    async def send(self, path: str, *, of: str = "/sign-in", **fields: str) -> httpx.Response:
        """Send a form of a page."""
        return await self.client.post(path, data={"csrf": await self.token(of), **fields})

    async def as_demo(self, person: str = "ada") -> "Pages":
        """Sign in as a demo person."""
        await self.get(f"/demo/{KEY.reveal()}")
        answer = await self.send("/demo", person=person)
        assert (answer.status_code, answer.headers["location"]) == (303, "/lobby"), answer.text
        return self
