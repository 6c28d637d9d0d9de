/** One thing a stream of server-sent events says: data, or a mere sign of life. */
export type Said = { data: string } | { sign: true };

/** Reads server-sent events from an answer's body. EventSource can't say who asks; fetch can. */
export async function* readEvents(body: ReadableStream<Uint8Array>): AsyncGenerator<Said> {
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
        yield lines.length > 0 ? { data: lines.map((line) => line.slice(5).trimStart()).join("\n") } : { sign: true };
      }
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}
