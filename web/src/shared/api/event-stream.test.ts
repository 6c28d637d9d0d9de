import { expect, test } from "vitest";
import { readEvents } from "@/shared/api/event-stream";

const TEXT = 'retry: 3000\n\ndata: {"city":"Zürich"}\n\n: still here\n\ndata: 1\ndata: 2\n\ndata: not ended';

test.each([1, 2, 3, 7, 1000])("cut into pieces of %i bytes the events stay the same", async (size) => {
  const bytes = new TextEncoder().encode(TEXT);
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      for (let at = 0; at < bytes.length; at += size) {
        controller.enqueue(bytes.slice(at, at + size));
      }
      controller.close();
    },
  });
  const messages = [];
  for await (const one of readEvents(body)) {
    messages.push(one);
  }
  expect(messages).toEqual([{ heartbeat: true }, { data: '{"city":"Zürich"}' }, { heartbeat: true }, { data: "1\n2" }]);
});
