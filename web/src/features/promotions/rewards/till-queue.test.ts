import { beforeEach, expect, test, vi } from "vitest";
import {
  dismiss,
  enqueue,
  lastingWho,
  readQueue,
  replay,
  type Waiting,
} from "@/features/promotions/rewards/till-queue";
import { ApiError } from "@/shared/api/errors";

beforeEach(() => localStorage.clear());

const given = (key: string): Waiting => ({
  key,
  who: { phone: "+14155552671" },
  unit: "stamps",
  amount: 1,
  place: null,
  at: "2026-05-01T08:00:00.000Z",
});
const problem = (status: number, message: string, code = "x") => new ApiError({ status, code, message });

test("queued entries are sent once each, in order, and removed", async () => {
  for (const key of ["a", "b"]) {
    enqueue("mia", given(key));
  }
  const send = vi.fn<(one: Waiting) => Promise<unknown>>().mockResolvedValue({});

  await replay("mia", send);
  await replay("mia", send);

  expect(send.mock.calls.map(([one]) => one.key)).toEqual(["a", "b"]);
  expect(readQueue("mia")).toEqual([]);
});

test("an entry without a response waits, and is sent again under the same key", async () => {
  enqueue("mia", given("a"));
  const send = vi
    .fn<(one: Waiting) => Promise<unknown>>()
    .mockRejectedValueOnce(new TypeError("no network"))
    .mockRejectedValueOnce(problem(503, "busy"))
    .mockRejectedValueOnce(problem(401, "PIN"))
    .mockRejectedValueOnce(problem(409, "still at it", "idempotency_key_in_use"))
    .mockRejectedValueOnce(problem(409, "at the same moment", "changed_meanwhile"))
    .mockResolvedValueOnce({});

  for (let round = 0; round < 6; round += 1) {
    await replay("mia", send);
  }

  expect(send.mock.calls.map(([one]) => one.key)).toEqual(["a", "a", "a", "a", "a", "a"]);
  expect(readQueue("mia")).toEqual([]);
});

test("a refused entry stays with its reason, is not sent again, and blocks no other", async () => {
  for (const key of ["a", "b"]) {
    enqueue("mia", given(key));
  }
  const send = vi.fn(({ key }: Waiting) =>
    key === "a" ? Promise.reject(problem(409, "Too many today.")) : Promise.resolve(),
  );

  await replay("mia", send);
  await replay("mia", send);

  expect(send).toHaveBeenCalledTimes(2);
  expect(readQueue("mia")).toMatchObject([{ key: "a", reason: "Too many today." }]);
  dismiss("mia", "a");
  expect(readQueue("mia")).toEqual([]);
});

test("entries of another staff member are not sent", async () => {
  enqueue("mia", given("a"));
  const send = vi.fn(() => Promise.resolve());

  await replay("noa", send);

  expect(send).not.toHaveBeenCalled();
  expect(readQueue("mia")).toHaveLength(1);
});

test("for a signed code, which expires after a minute, the card is stored instead", () => {
  expect(lastingWho("WPC1.card_23456789ABCDEFGHJKMNPQ.123.abc")).toEqual({
    swapt_card_id: "card_23456789ABCDEFGHJKMNPQ",
  });
  expect(lastingWho("ana@example.com")).toEqual({ email: "ana@example.com" });
});
