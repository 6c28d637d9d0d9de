import { fireEvent, screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { GameField } from "@/features/content/pages/editor/game-field";
import { calls } from "@/shared/testing/calls";
import { renderApp } from "@/shared/testing/render";

function answering(...games: { game_id: string; name: string; state: string }[]) {
  vi.spyOn(calls, "POST").mockImplementation(((path: string, { body }: { body: { game_id?: string } }) => {
    const game = games.find(({ game_id }) => game_id === body.game_id);
    const isKnown = path === "/v1/list-games" || game !== undefined;
    return Promise.resolve({
      data: isKnown ? (game ?? { items: games, total: games.length }) : undefined,
      error: isKnown ? undefined : { status: 404, code: "game_not_found", message: "Game not found." },
      response: new Response(null, { status: isKnown ? 200 : 404 }),
    });
  }) as never);
}

test("a game is chosen by its name, and a draft is marked as not public yet", async () => {
  answering(
    { game_id: "game_1", name: "Lucky wheel", state: "draft" },
    { game_id: "game_2", name: "Quiz", state: "published" },
  );
  const onChange = vi.fn();
  renderApp(<GameField label="Game" value="game_1" error={false} onChange={onChange} />);

  const input = await screen.findByDisplayValue("Lucky wheel");
  expect(screen.getByText(/Not published yet/)).toBeVisible();
  fireEvent.focus(input);
  fireEvent.keyDown(input, { key: "ArrowDown" });
  fireEvent.click(await screen.findByText("Quiz"));
  expect(onChange).toHaveBeenCalledWith("game_2");
});

test("a missing game and no game at all each show a message", async () => {
  answering({ game_id: "game_2", name: "Quiz", state: "published" });
  const shown = renderApp(<GameField label="Game" value="game_1" error={false} onChange={() => undefined} />);
  await screen.findByText(/no longer exists/);
  shown.unmount();

  answering();
  renderApp(<GameField label="Game" value="" error={false} onChange={() => undefined} />);
  await screen.findByText(/No games yet/);
});
