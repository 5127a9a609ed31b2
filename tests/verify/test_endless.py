"""Proofs on the infinite board: two checkers agree, and whatever breaks a condition is refused."""

from __future__ import annotations

import hashlib
import json
import lzma
import random
import shutil
import subprocess
from collections.abc import Callable, Iterator
from itertools import product
from pathlib import Path

import pytest

from plyground.commands.main import run
from plyground.infinite.writer import EndlessWriter
from plyground.verify.check_file import SHIPPED
from plyground.verify.endless_certificate import (
    check_endless,
    check_part,
    pack_endless,
    read_parts,
    read_tree,
)
from plyground.verify.endless_cover import FarProof, open_replies, split_far_proof
from plyground.verify.endless_field import ATTACKER, DEFENDER, EndlessField, cell_at, cells_of
from plyground.verify.endless_lemmas import LemmaBook
from plyground.verify.endless_plain import plain_lines
from plyground.verify.endless_proof import GuidedWalk, ProofNode
from plyground.verify.walk import Refused
from tests.make_four import PATH as FOUR
from tests.make_four import TreeGuide
from tests.verify.plain_checker import NotProven, check_plain
from tests.verify.small_prover import Point, SmallProver, Tree

Part = tuple[Point | None, bytes, bool]


def unpacked(data: bytes) -> tuple[dict[str, object], bytes]:
    """The JSON and the moves of a certificate."""
    _, line, _, body = data.split(b"\n", 3)
    return json.loads(line), lzma.decompress(body)


def signed(values: dict[str, object], moves: bytes) -> bytes:
    """A certificate with a right checksum and length, whatever it says."""
    body = lzma.compress(moves)
    head = b"plyground endless certificate 3\n" + json.dumps(values | {"length": len(body)}).encode() + b"\n"
    return head + f"sha256 {hashlib.sha256(head + body).hexdigest()}\n".encode() + body


def refusal(folder: Path, data: bytes) -> str:
    """Why a certificate is refused, which takes one line."""
    path = folder / "altered.cert"
    path.write_bytes(data)
    with pytest.raises(Refused) as error:
        check_endless(path)
    assert "\n" not in str(error.value)
    return str(error.value)


@pytest.fixture(scope="module")
def four() -> str:
    """The proof of four in a row in the plain form."""
    return "\n".join(plain_lines(*read_tree(FOUR, None)))


def three_tree(reply: Point) -> Tree:
    """Three in a row after a first reply: two in a row with both ends empty."""
    tree = SmallProver(3).find(frozenset({(0, 0)}), frozenset({reply}), 1, 3)
    assert tree is not None
    return tree


def three_part(reply: Point, is_far: bool = False) -> Part:
    stones = {cell_at(0, 0): ATTACKER, cell_at(*reply): DEFENDER}
    return reply, EndlessWriter(3).write(stones, TreeGuide(three_tree(reply))), is_far


@pytest.fixture(scope="module")
def three() -> list[Part]:
    """Three in a row by first replies: the near ones, and one that covers all that are far."""
    far = three_part((0, 12), is_far=True)
    return [*map(three_part, [(0, 1), (1, 1), (0, 2), (2, 2), (1, 3)]), far]


# What is proven


def test_both_checkers_accept_four_in_a_row(four: str) -> None:
    checked = check_endless(FOUR)
    assert checked.is_theorem
    assert str(checked).startswith(
        "4 in a row on the infinite board: the first player wins from the empty board; "
    )
    plain = check_plain(four)
    assert plain.stones == (frozenset(), frozenset())
    assert plain.nodes > checked.positions == 386, "lemmas are written out"


def test_the_command_says_what_is_proven(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["verify", str(FOUR)]) == 0
    assert "the first player wins from the empty board" in capsys.readouterr().out
    assert run(["verify", str(FOUR), "--json"]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert (answer["valid"], answer["row"], answer["theorem"], answer["positions"]) == (True, 4, True, 386)


def test_a_plain_tree_is_written_on_request(
    tmp_path: Path, four: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["verify", str(FOUR), "--plain", str(tmp_path / "four.txt")]) == 0
    assert (tmp_path / "four.txt").read_text() == four + "\n"
    assert run(["verify", str(FOUR), "--plain", str(tmp_path / "none.txt"), "--reply", "3,4"]) == 1
    assert "there is no proof of 3,4 in it" in capsys.readouterr().err
    assert not (tmp_path / "none.txt").exists()


def test_replies_without_a_cover_are_not_called_a_win(tmp_path: Path, three: list[Part]) -> None:
    path = tmp_path / "three.cert"
    path.write_bytes(pack_endless(3, "replies", three[:3]))
    checked = check_endless(path)
    assert not checked.is_theorem
    assert "after these first replies, and nothing is said of others: 0,1 1,1 0,2;" in str(checked)


def test_replies_and_a_far_one_make_the_theorem(tmp_path: Path, three: list[Part]) -> None:
    path = tmp_path / "three.cert"
    path.write_bytes(pack_endless(3, "win", three))
    assert check_endless(path).is_theorem
    for part in three:
        assert check_plain("\n".join(plain_lines(*read_tree(path, part[0])))).nodes > 0


def test_the_certificate_that_ships_is_found_by_its_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert run(["verify", "gomoku", "--plain", "out.txt", "--reply", "0,40"]) == 1
    assert "there is no proof of 0,40 in it, only of 0,28 0,1 1,1 0,2" in capsys.readouterr().err
    (tmp_path / "gomoku").write_bytes(FOUR.read_bytes())
    assert run(["verify", "gomoku"]) == 0
    assert "4 in a row" in capsys.readouterr().out


def test_the_theorem_that_ships_covers_every_first_reply() -> None:
    """A part of it is checked, the far one; what all of them are about has to cover the rest."""
    claim, (data, *_) = read_parts(SHIPPED / "gomoku.cert", (0, 28))
    assert (claim.row, claim.claim) == (5, "win")
    assert claim.parts[0].is_far
    checked, used = check_part(claim.row, claim.parts[0], data)
    assert (checked.positions, checked.moves) == (140572, 20)
    replies = [part.reply for part in claim.parts if part.reply]
    assert len(replies) == 143
    far = split_far_proof(used, (0, 28), 5)
    assert not list(open_replies(replies, far))
    for left_out in ((0, 1), (1, 1), (14, 15)):
        assert list(open_replies([reply for reply in replies if reply != left_out], far)) == [left_out]


# Files that were tampered with


def test_altered_and_truncated_files_are_refused(tmp_path: Path) -> None:
    data = FOUR.read_bytes()
    assert "altered" in refusal(tmp_path, data[:-1] + bytes([data[-1] ^ 1]))
    assert "announced" in refusal(tmp_path, data[:-1])
    assert "announced" in refusal(tmp_path, data + data)
    assert "first line" in refusal(tmp_path, data[1:])


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"row": 6}, "'6' in a row cannot be checked"),
        ({"claim": "draw"}, "it claims 'draw'"),
        ({"claim": "replies"}, "from the empty board"),
        ({"parts": []}, "does not list the parts"),
        ({"parts": [{"reply": [0, 0], "bytes": 670}]}, "on the first stone"),
        ({"parts": [{"reply": [0], "bytes": 670}]}, "is no reply"),
        ({"parts": [{"reply": None, "bytes": 669}]}, "more than announced"),
        ({"parts": [{"reply": None, "bytes": 671}]}, "less than announced"),
        ({"parts": [{"reply": None, "bytes": 1 << 29}]}, "more than 268435456 bytes"),
        ({"parts": [{"reply": None, "bytes": 1}, {"reply": None, "bytes": 669}]}, "the same reply"),
    ],
)
def test_signed_nonsense_is_refused(tmp_path: Path, change: dict[str, object], reason: str) -> None:
    values, moves = unpacked(FOUR.read_bytes())
    assert reason in refusal(tmp_path, signed(values | change, moves))


def test_a_move_less_or_more_is_refused(tmp_path: Path) -> None:
    values, moves = unpacked(FOUR.read_bytes())
    for shorter, reason in ((moves[:-1], "before every reply"), (moves + b"\0", "more moves")):
        parts = [{"reply": None, "bytes": len(shorter)}]
        assert reason in refusal(tmp_path, signed(values | {"parts": parts}, shorter))


def test_what_one_accepts_the_other_accepts(tmp_path: Path) -> None:
    """Bytes changed at random: many are refused, and what is left is a proof all the same, lemmas and all."""
    values, moves = unpacked(FOUR.read_bytes())
    chance = random.Random(4)
    path = tmp_path / "changed.cert"
    refused = 0
    for _ in range(150):
        changed = bytearray(moves)
        changed[chance.randrange(len(moves))] = chance.choice([*range(8), *range(122, 135)])
        path.write_bytes(signed(values, bytes(changed)))
        try:
            tree = read_tree(path, None)
        except Refused:
            refused += 1
        else:
            assert check_plain("\n".join(plain_lines(*tree))).nodes
    assert refused > 75


# Conditions, each broken by itself


def walk(row: int, tree: Tree, own: list[Point], other: list[Point]) -> GuidedWalk:
    stones = {cell_at(*point): ATTACKER for point in own} | {cell_at(*point): DEFENDER for point in other}
    walk = GuidedWalk(row)
    walk.prove(stones, TreeGuide(tree))
    return walk


def line(*points: Point) -> Tree:
    """Moves one after the other if the defender always plays elsewhere."""
    first, *rest = points
    return Tree(first, line(*rest)) if rest else Tree(first)


def test_a_pass_too_many_is_refused() -> None:
    with pytest.raises(Refused, match="plays elsewhere 3 times"):
        walk(4, line((9, 9), (20, 0), (-20, 0), (0, 20), (0, -20)), [], [])


def test_two_rows_to_stop_are_refused() -> None:
    with pytest.raises(Refused, match="the defender can complete a row on -1,0 and on 3,0"):
        walk(4, line((9, 9)), [(9, 0)], [(0, 0), (1, 0), (2, 0)])


def test_a_cell_that_is_taken_is_refused() -> None:
    with pytest.raises(Refused, match="where a stone is"):
        walk(4, line((0, 0)), [(0, 0)], [])


def nodes_below(node: ProofNode) -> Iterator[ProofNode]:
    """All nodes of a tree after which the defender moves."""
    if node.elsewhere is not None:
        yield node
        for below in (node.elsewhere, *node.replies.values()):
            yield from nodes_below(below)


def attacked(node: ProofNode) -> set[int]:
    """Where the attacker plays."""
    below = [node.elsewhere, *node.replies.values()] if node.elsewhere else []
    return {node.move}.union(*(attacked(each) for each in below if each))


@pytest.mark.parametrize("is_window", [False, True])
def test_no_reply_may_be_dropped(is_window: bool) -> None:
    """A reply matters because the attacker plays there later, or because of a window of the defender."""
    row, stones, tree = read_tree(FOUR, None)
    for node in nodes_below(tree):
        assert node.elsewhere is not None
        needed = attacked(node.elsewhere)
        if is_window and set(node.replies) > needed:
            needed = set(node.replies) - needed
        elif is_window:
            continue
        node.replies = {cell: below for cell, below in node.replies.items() if cell != min(needed)}
        break
    with pytest.raises(NotProven, match="condition 2: too many stones" if is_window else "condition 1"):
        check_plain("\n".join(plain_lines(row, stones, tree)))


# Lemmas


def after_a_far_reply(reply: Point) -> tuple[EndlessWriter, bytes]:
    """Four in a row after a reply far away."""
    prover = SmallProver(4)
    trees = (prover.find(frozenset({(0, 0)}), frozenset({reply}), 2, moves) for moves in range(3, 7))
    walk = EndlessWriter(4)
    guide = TreeGuide(next(tree for tree in trees if tree is not None))
    return walk, walk.write({cell_at(0, 0): ATTACKER, cell_at(*reply): DEFENDER}, guide)


def first_lemma() -> tuple[EndlessField, LemmaBook]:
    """Four in a row after a reply far away, proven once; then the field without that reply."""
    walk, _ = after_a_far_reply((9, 9))
    field = EndlessField(4)
    field.put(cell_at(0, 0), ATTACKER)
    return field, walk.book


def test_a_lemma_holds_wherever_it_is_not_disturbed() -> None:
    field, book = first_lemma()
    (lemma,) = book.find(field.attackers)
    assert lemma.apply(field, 0, 2) is lemma.walked, "the stone far away is not needed"
    field.put(cell_at(-19, 5), DEFENDER)
    assert lemma.apply(field, 0, 2) is lemma.walked, "another stone far away does no harm"
    assert not book.find(field.defenders)


@pytest.mark.parametrize(
    ("stones", "passes"),
    [
        ([], 1),  # after a pass more than it was proven for
        ([(20, 0), (21, 0)], 0),  # two in a window: with a pass in the lemma three
    ],
)
def test_a_lemma_that_is_disturbed_does_not_hold(stones: list[Point], passes: int) -> None:
    field, book = first_lemma()
    (lemma,) = book.find(field.attackers)
    assert lemma.walked.passes == 1
    for stone in stones:
        field.put(cell_at(*stone), DEFENDER)
    assert lemma.apply(field, passes, 2) is None


def test_a_lemma_does_not_hold_with_a_stone_where_the_attacker_plays() -> None:
    field, book = first_lemma()
    (lemma,) = book.find(field.attackers)
    for cell in cells_of(lemma.walked.attacked):
        field.put(cell, DEFENDER)
        assert lemma.apply(field, 0, 2) is None
        field.take(cell)


def test_a_window_of_a_new_stone_is_a_danger_for_passes_before() -> None:
    """A pass before the lemma, one in it, and the stone: three could be in a window, so its cells matter."""
    field, book = first_lemma()
    (lemma,) = book.find(field.attackers)
    lemma.passes = 1
    field.put(cell_at(20, 0), DEFENDER)
    walked = lemma.apply(field, 1, 2)
    assert walked is not None
    assert walked.dangers[sum(1 << cell_at(x, 0) for x in (21, 22, 23))] == 2
    assert walked.dangers[sum(1 << cell_at(20, y) for y in (-1, 1, 2))] == 2


def test_lemmas_are_used_by_number_and_only_where_they_hold(tmp_path: Path) -> None:
    values, moves = unpacked(FOUR.read_bytes())
    reasons = set()
    for place, byte in enumerate(moves):
        if byte in (0, 1, 3) and moves[place - 1] != 2 and moves[place - 2] != 2:
            for other in (3, 200):
                changed = moves[:place] + bytes([other]) + moves[place + 1 :]
                path = tmp_path / "changed.cert"
                path.write_bytes(signed(values, changed))
                try:
                    check_endless(path)
                except Refused as error:
                    reasons.add(str(error).rstrip("0123456789 ."))
        if len(reasons) > 6:
            break
    assert "a lemma is used where it does not hold" in reasons
    assert any("lemma 197 is used, where" in reason for reason in reasons)


@pytest.mark.parametrize(
    ("moves", "reason"),
    [(b"\x03", "lemma 0 is used, where 0 are known"), (b"\x00", "a move is number 0 of 0 likely ones")],
)
def test_a_part_knows_no_lemma_and_no_move_of_another(tmp_path: Path, moves: bytes, reason: str) -> None:
    """What was proven after 9,9 holds after -19,5 too, but each part has to prove it for itself."""
    part = after_a_far_reply((9, 9))[1]
    both = [((9, 9), part, False), ((-19, 5), moves, False)]
    assert refusal(tmp_path, pack_endless(4, "replies", both)) == reason
    assert "lemma 0" in refusal(tmp_path, pack_endless(4, "replies", [((9, 9), b"\x03", False)]))


def test_parts_can_be_put_together_taken_out_and_exchanged_only_as_wholes(
    tmp_path: Path, three: list[Part]
) -> None:
    path = tmp_path / "three.cert"
    path.write_bytes(pack_endless(3, "win", [three[-1], *three[:-1]]))
    assert check_endless(path).is_theorem, "in any order"
    (reply, data, far), (other, data_of_other, _) = three[0], three[1]
    exchanged = [(reply, data_of_other, far), (other, data, far), *three[2:]]
    for parts in (
        [(reply, data + data_of_other, far), *three[1:]],
        [(reply, data[:-1], far), *three[1:]],
        [(reply, data + b"\0", far), *three[1:]],
        [(reply, b"", far), *three[1:]],
        exchanged,
    ):
        assert refusal(tmp_path, pack_endless(3, "win", parts))
    values, moves = unpacked(pack_endless(3, "win", three))
    listed = values["parts"]
    assert isinstance(listed, list)
    listed[0]["bytes"] += 1
    listed[1]["bytes"] -= 1
    assert refusal(tmp_path, signed(values, moves)), "a byte moved from one part to the next"


def test_processes_say_the_same_as_one(tmp_path: Path, three: list[Part]) -> None:
    path = tmp_path / "three.cert"
    path.write_bytes(pack_endless(3, "win", three))
    alone, together = check_endless(path), check_endless(path, processes=2)
    assert together.is_theorem
    assert (together.claim, together.parts) == (alone.claim, alone.parts)
    path.write_bytes(pack_endless(3, "win", three[1:]))
    with pytest.raises(Refused, match="the reply 0,1 is not covered"):
        check_endless(path, processes=2)
    path.write_bytes(pack_endless(3, "win", [*three[:2], (three[2][0], b"", False), *three[3:]]))
    with pytest.raises(Refused, match="ends before every reply is answered"):
        check_endless(path, processes=2)


# The same for the plain form

OPEN_TWO = "k 3\na 0 0\nd 5 5\ngo\nm 1 0 1\ne -1 0\nm -1 0 *\nr -1 0\nm 2 0 *\n"


BROKEN: list[tuple[Callable[[str], str], str]] = [
    (lambda text: text.replace("m 1 0 1\ne -1 0", "m 1 0 0\ne").partition("r -1")[0], "condition 1"),
    (lambda text: text.replace("m -1 0 *", "m 2 0 *"), "condition 1"),
    (lambda text: text.replace("m 2 0 *", "m 2 1 *"), "condition 3"),
    (lambda text: text.replace("d 5 5", "d 5 5\nd 5 6"), "condition 2: too many stones"),
    (lambda text: text.replace("r -1 0", "r -2 0"), "another reply"),
    (lambda text: text.replace("m 1 0 1", "m 1 0 2"), "another number"),
    (lambda text: text.replace("m 2 0 *", "m 0 0 *"), "a stone is there"),
    (lambda text: text + "m 2 0 *", "follows"),
    (lambda text: text.rpartition("m 2")[0], "is expected"),
]


@pytest.mark.parametrize(("change", "reason"), BROKEN)
def test_the_second_checker_refuses(change: Callable[[str], str], reason: str) -> None:
    assert check_plain(OPEN_TWO).nodes == 1
    with pytest.raises(NotProven, match=reason):
        check_plain(change(OPEN_TWO))


PASSES = "k 3\na 0 0\ngo\nm 5 0 2\ne 9 0 9 9\nm 9 0 1\ne 9 9\nm 9 9 0\ne\n"


def test_the_second_checker_counts_passes_far_away() -> None:
    with pytest.raises(NotProven, match="too many passes"):
        check_plain(PASSES)


def test_the_checker_in_c_says_the_same(tmp_path: Path, four: str) -> None:
    compiler = shutil.which("cc")
    if compiler is None:
        pytest.skip("there is no C compiler")
    program, tree = tmp_path / "plain_checker", tmp_path / "tree.txt"
    subprocess.run([compiler, "-o", program, Path(__file__).with_name("plain_checker.c")], check=True)

    def answer(text: str) -> tuple[int, str]:
        tree.write_text(text)
        done = subprocess.run([program, tree], capture_output=True, text=True, check=False)
        return done.returncode, done.stdout.strip()

    assert answer(four) == (0, str(check_plain(four).nodes))
    for change, _ in BROKEN:
        code, reason = answer(change(OPEN_TWO))
        assert code == 1
        assert reason
    assert answer(PASSES) == (1, "condition 2: too many passes far away")


# The cover


def test_a_hole_in_the_cover_is_refused(tmp_path: Path, three: list[Part]) -> None:
    for hole in range(5):
        left = [part for number, part in enumerate(three) if number != hole]
        reply = "{},{}".format(*(three[hole][0] or ()))
        reason = refusal(tmp_path, pack_endless(3, "win", left))
        assert reason == f"a win is claimed, but the reply {reply} is not covered"


def test_a_win_takes_a_far_reply(tmp_path: Path, three: list[Part]) -> None:
    assert "no far reply" in refusal(tmp_path, pack_endless(3, "win", three[:-1]))
    twice = [*three, three_part((0, 14), is_far=True)]
    assert "more than one far" in refusal(tmp_path, pack_endless(3, "win", twice))


def test_no_part_takes_more_moves_than_announced(tmp_path: Path, three: list[Part]) -> None:
    path = tmp_path / "three.cert"
    path.write_bytes(pack_endless(3, "win", three))
    most = max(part.moves for part in check_endless(path).parts)
    path.write_bytes(pack_endless(3, "win", three, most))
    assert check_endless(path).claim.moves == most
    reason = refusal(tmp_path, pack_endless(3, "win", three, most - 1))
    assert reason == f"a part takes {most} moves, where at most {most - 1} are announced"
    assert refusal(tmp_path, pack_endless(3, "win", three, 0)) == "'0' is no number of moves"


def test_a_proof_under_the_name_of_another_reply_is_refused(tmp_path: Path, three: list[Part]) -> None:
    _, data, _ = three[2]
    second = data[1] - 128, data[2] - 128
    reason = refusal(tmp_path, pack_endless(3, "replies", [(second, data, False)]))
    assert reason == "the attacker plays on {},{}, where a stone is".format(*second)


def test_images_of_one_reply_are_one_class(tmp_path: Path, three: list[Part]) -> None:
    both = [three_part((1, 2)), three_part((-2, 1))]
    assert "the same reply" in refusal(tmp_path, pack_endless(3, "replies", both))


def test_a_near_reply_is_not_far() -> None:
    with pytest.raises(Refused, match="meets both groups"):
        split_far_proof([(0, 0), (1, 0), (0, 3)], (0, 3), 5)
    with pytest.raises(Refused, match="not apart"):
        split_far_proof([(0, 0)], (0, 9), 5)


def test_the_far_lemma_agrees_with_windows_listed_one_by_one() -> None:
    near, moved = {(0, 0), (2, 1), (-1, -1)}, {(0, 0), (0, -2)}
    far = FarProof(frozenset(near), frozenset(moved), 3)

    def is_apart(reply: Point) -> bool:
        shifted = {(x + reply[0], y + reply[1]) for x, y in moved}
        for x, y in product(range(-15, 16), repeat=2):
            for a, b in ((1, 0), (0, 1), (1, 1), (1, -1)):
                window = {(x + place * a, y + place * b) for place in range(3)}
                if window & near and window & shifted:
                    return False
        return True

    for x, y in product(range(-8, 9), repeat=2):
        assert far.holds_at((x, y)) == is_apart((x, y)), (x, y)
    uncovered = set(open_replies([(0, 1)], far))
    for x, y in product(range(9), repeat=2):
        if y > 0 and x <= y and (x, y) != (0, 1):
            images = [(x, y), (-x, y), (x, -y), (-x, -y), (y, x), (-y, x), (y, -x), (-y, -x)]
            assert ((x, y) in uncovered) == (not any(map(is_apart, images))), (x, y)
