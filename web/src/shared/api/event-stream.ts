/** A message of a server-sent event stream: data or a heartbeat. */
export type StreamMessage = { data: string } | { heartbeat: true };

/** Reads server-sent events from a response body. EventSource can't send an access token; fetch can. */
export async function* readEvents(body: ReadableStream<Uint8Array>): AsyncGenerator<StreamMessage> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let text = "";
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) {
        return;
      }
      text += decoder.decode(value, { stream: true });
      const blocks = text.replaceAll("\r\n", "\n").split("\n\n");
      text = blocks.pop() ?? "";
      for (const block of blocks) {
        const lines = block.split("\n").filter((line) => line.startsWith("data:"));
        yield lines.length > 0
          ? { data: lines.map((line) => line.slice(5).trimStart()).join("\n") }
          : { heartbeat: true };
      }
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}
