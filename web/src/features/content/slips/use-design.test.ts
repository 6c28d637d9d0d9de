import { act, renderHook } from "@testing-library/react";
import { expect, it } from "vitest";
import { newElement } from "@/features/content/slips/new-elements";
import { COUPON } from "@/features/content/slips/testing/coupon";
import { useDesign } from "@/features/content/slips/use-design";

it("undoes and redoes a whole drag in one step, and each drag separately", () => {
  const box = newElement(COUPON, "rectangle");
  const { result } = renderHook(() => useDesign({ ...COUPON, elements: [box] }));
  const left = () => result.current.draft.elements[0]?.x;
  const drag = (to: readonly number[]) => {
    act(() => result.current.pause());
    to.forEach((x) => act(() => result.current.changeElement(box.id, { x }, "move")));
  };

  drag([51, 52, 53]);
  drag([60, 61]);
  act(() => result.current.undo());
  expect(left()).toBe(53);
  act(() => result.current.undo());
  expect(left()).toBe(box.x);
  expect(result.current.canUndo).toBe(false);
  act(() => result.current.redo());
  expect(left()).toBe(53);
  drag([70]);
  expect(result.current.canRedo).toBe(false);
});

it("gives every new element a unique ID and moves it in the stacking order", () => {
  const { result } = renderHook(() => useDesign(COUPON));
  for (const type of ["text", "text", "code"] as const) {
    act(() => result.current.add(newElement(result.current.draft, type)));
  }
  const ids = () => result.current.draft.elements.map((element) => element.id);

  expect(ids()).toEqual(["text_1", "text_2", "code_1"]);
  act(() => result.current.shift("text_1", 1));
  expect(ids()).toEqual(["text_2", "text_1", "code_1"]);
  act(() => result.current.shift("text_2", -1));
  act(() => result.current.remove("text_1"));
  expect(ids()).toEqual(["text_2", "code_1"]);
});
