"""Words of lines, and cells' words as pieces of lines again."""

from hypothesis import given
from hypothesis import strategies as st

from app.documents.model import Hiding
from app.extract.raw import Piece, RawLine
from app.extract.tables.words import phrases_of, pieces_of, text_lines, words_of
from tests.builders import raw_line


def test_words_are_parted_by_spaces_and_by_wide_gaps() -> None:
    """Words are parted by spaces and by wide gaps."""
    line = raw_line("ab cde", x=10)
    assert [(word.text, word.x0, word.x1) for word in words_of([line])] == [("ab", 10, 20), ("cde", 25, 40)]
    apart = RawLine("1234", 0, 10, (0, 5, 60, 65, 70), 10, bold=False)
    assert [word.text for word in words_of([apart])] == ["12", "34"]


def test_a_line_that_does_not_run_right_is_one_word_and_a_hidden_one_is_none() -> None:
    """A line that does not run right is one word and a hidden one is none."""
    turned = RawLine("up the side", 0, 90, (10, 20), 10, bold=False)
    hidden = RawLine("unseen", 0, 10, tuple(range(7)), 10, bold=False, hiding=Hiding.COVERED)
    assert [word.text for word in words_of([turned, hidden])] == ["up the side"]


def test_phrases_end_where_words_stand_apart() -> None:
    """Phrases end where words stand apart."""
    line = [*words_of([raw_line("net sales", x=10), raw_line("12", x=100), raw_line("%", x=114)])]
    assert [phrase.text for phrase in phrases_of(line)] == ["net sales", "12 %"]


@given(st.lists(st.text("ab ", min_size=1).map(str.strip).filter(bool), max_size=6))
def test_the_pieces_of_all_words_of_a_page_are_its_lines(texts: list[str]) -> None:
    """The pieces of all words of a page are its lines."""
    lines = [raw_line(" ".join(text.split()), y=100 + 20 * at) for at, text in enumerate(texts)]
    assert pieces_of(words_of(lines)) == tuple(Piece(at, 0, len(line.text)) for at, line in enumerate(lines))


def test_lines_are_read_from_the_top_and_from_the_left_whatever_their_order() -> None:
    """Lines are read from the top and from the left whatever their order."""
    words = words_of([raw_line("c", x=50, y=140), raw_line("b", x=90, y=101), raw_line("a", x=20, y=100)])
    assert [[word.text for word in line] for line in text_lines(words)] == [["a", "b"], ["c"]]
