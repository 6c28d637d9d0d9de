import { Puck } from "@puckeditor/core";
import { act, fireEvent, render, screen } from "@testing-library/react";
import { useEffect } from "react";
import { expect, test } from "vitest";
import { useSelectionRestore } from "@/features/content/pages/editor/selection-restore";
import { idOf, puckConfig, ROOT_ZONE, usePuckState } from "@/features/content/pages/editor/puck-config";

const BLOCKS = ["one", "two"].map((id) => ({ type: "Heading", props: { id, text: id } }));

function Bench({ dispatchRef }: Pick<ReturnType<typeof useSelectionRestore>, "dispatchRef">) {
  const { dispatch, history, appState, selectedItem } = usePuckState((state) => state);
  useEffect(() => {
    dispatchRef.current = dispatch;
  }, [dispatch, dispatchRef]);
  const select = (index: number | null) =>
    dispatch({ type: "setUi", ui: { itemSelector: index === null ? null : { index, zone: ROOT_ZONE } } });
  const write = (text: string) => {
    const index = appState.ui.itemSelector?.index ?? 0;
    const block = appState.data.content[index];
    dispatch({
      type: "replace",
      destinationIndex: index,
      destinationZone: ROOT_ZONE,
      data: { type: "Heading", props: { ...block?.props, text } as never },
    });
  };
  return (
    <>
      <p role="status">
        {idOf(selectedItem) ?? "page"}:{" "}
        {appState.data.content.map((block) => (block.props as { text?: string }).text).join(" ")}
      </p>
      <button type="button" onClick={() => select(0)}>
        First
      </button>
      <button type="button" onClick={() => select(1)}>
        Second
      </button>
      <button type="button" onClick={() => select(null)}>
        Page
      </button>
      <button type="button" onClick={() => write("written")}>
        Write
      </button>
      <button
        type="button"
        onClick={() =>
          dispatch({
            type: "move",
            sourceIndex: 0,
            destinationIndex: 1,
            sourceZone: ROOT_ZONE,
            destinationZone: ROOT_ZONE,
          })
        }
      >
        Move
      </button>
      <button type="button" onClick={() => history.back()}>
        Undo
      </button>
      <button type="button" onClick={() => history.forward()}>
        Redo
      </button>
    </>
  );
}

function Editor() {
  const { dispatchRef, onAction } = useSelectionRestore();
  return (
    <Puck config={puckConfig({ name: "" })} data={{ root: {}, content: BLOCKS }} onAction={onAction}>
      <Bench dispatchRef={dispatchRef} />
    </Puck>
  );
}

const status = () => screen.getByRole("status").textContent;

/** Clicks each button, and waits for Puck's history where a step is recorded. */
async function press(...names: string[]) {
  for (const name of names) {
    fireEvent.click(screen.getByText(name));
    await act(() => new Promise((done) => setTimeout(done, 300)));
  }
}

test("undo and redo keep the settings of the block that is being edited", async () => {
  render(<Editor />);
  await press("First", "Write", "Second", "Write");
  expect(status()).toBe("two: written written");

  await press("Undo");
  expect(status()).toBe("two: written two");
  await press("Undo");
  expect(status()).toBe("two: one two");
  await press("Redo", "Redo");
  expect(status()).toBe("two: written written");
});

test("a block whose move is undone stays selected in its former position", async () => {
  render(<Editor />);
  await press("Second", "Move", "First");
  expect(status()).toBe("two: two one");

  await press("Undo");

  expect(status()).toBe("two: one two");
});

test("a user who edits the page's own settings stays there", async () => {
  render(<Editor />);
  await press("First", "Write", "Second", "Write", "Page", "Undo");

  expect(status()).toBe("page: written two");
});
