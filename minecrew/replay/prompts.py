"""Prints the calls of models in a run: prompts, answers, thoughts, settings and cost."""

from __future__ import annotations

from collections.abc import Collection

from rich.console import Console
from rich.text import Text

from minecrew.runlog import Calls, CallSummary, CallText, Message, Reading, UserError, shown_calls
from minecrew.terminal.formatting import plain


def show_prompts(
    reading: Reading,
    console: Console,
    *,
    agents: Collection[str] = (),
    round: int | None = None,
    text: str = "",
    whole: bool = False,
) -> None:
    """Prints each call. `whole`: whether to include lines that the agent's previous call also contained.
    Raises UserError if there is no call.
    """
    calls = Calls(reading)
    if not [*calls]:
        raise UserError(
            "no model was asked in this run, so there are no prompts; `minecrew replay` shows the run"
        )

    def wanted(call: CallSummary) -> bool:
        return (not agents or call.agent in agents) and (round is None or call.round == round)

    found = [seq for seq in (calls.matching(text) if text else calls) if wanted(calls.summary(seq))]
    left_out = 0
    for call in shown_calls(calls, found):
        if isinstance(call, CallText):
            _show(call, console, whole=whole)
        else:
            left_out += 1
    if left_out:
        console.print(
            f"{left_out} more calls are left out, because their texts are too long;"
            " choose an agent, round or text"
        )
    if not found:
        raise UserError(f"none of the {len([*calls])} calls matches; choose another agent, round or text")


def _show(call: CallText, console: Console, *, whole: bool) -> None:
    who = call.agent or "the crew"
    console.print(Text(plain(f"#{call.seq} {who}: {call.purpose}, {call.model}"), style="bold underline"))
    console.print(Text(plain(tell_call(call)), style="dim"), soft_wrap=True)
    for message in call.messages:
        console.print(Text(f"[{message.role}]", style="bold"))
        _print_pieces(message, call.before, console, whole=whole)
    for name, words in (("thoughts", call.thoughts), ("answer", call.answer)):
        if words:
            console.print(Text(f"[{name}]", style="bold green"))
            console.print(Text(words), soft_wrap=True)
    console.print()


def tell_call(call: CallText) -> str:
    """A call in words: 'round 1, answered after 10.0 s, 3554 tokens in, 156 out, $0.0130'."""
    parts = [
        call.round is not None and f"round {call.round}",
        f"{call.outcome.replace('_', ' ')} after {call.seconds:.1f} s",
        call.attempt > 1 and f"attempt {call.attempt}",
        call.tokens_in is not None and f"{call.tokens_in} tokens in",
        call.tokens_out is not None and f"{call.tokens_out} out",
        call.usd is not None and f"${call.usd:.4f}",
        call.problem,
    ]
    settings = ", ".join(f"{name} {value}" for name, value in call.settings.items())
    told = ", ".join(str(part) for part in parts if part)
    return f"{told}; {settings or 'settings left to the endpoint'}"


def _print_pieces(message: Message, before: int | None, console: Console, *, whole: bool) -> None:
    for piece in message.pieces:
        if piece.same and not whole:
            count = piece.text.count("\n") + 1
            console.print(Text(f"… {count} lines are the same as in #{before}", style="dim italic"))
        else:
            console.print(Text(piece.text), soft_wrap=True)
