import { type PictureChoice, pictureAddress, pictureNames } from "@/features/codes/many-pictures";
import { answerOf, api } from "@/shared/api/client";
import { apiErrorOf } from "@/shared/api/errors";
import type { ZipFile } from "@/shared/files/zip";

export interface NamedCode {
  code_id: string;
  name: string;
}

const AT_ONCE = 4;
const PAGE_SIZE = 100;
const PAUSE_SECONDS = 5;

interface Fetching {
  choice: PictureChoice;
  signal: AbortSignal;
  onProgress: (done: number) => void;
}

/** The pictures of these codes as files, some at a time; a code that is gone by now has none. */
export async function fetchPictures(codes: readonly NamedCode[], { choice, signal, onProgress }: Fetching): Promise<ZipFile[]> {
  const names = pictureNames(codes, choice.format);
  const found: (ZipFile | null)[] = [];
  let next = 0;
  let done = 0;
  const work = async () => {
    while (next < codes.length) {
      const at = next;
      next += 1;
      const bytes = await fetchPicture(pictureAddress(codes[at]?.code_id ?? "", choice), signal);
      found[at] = bytes === null ? null : { name: names[at] ?? "", bytes };
      done += 1;
      onProgress(done);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return found.filter((file) => file !== null);
}

async function fetchPicture(address: string, signal: AbortSignal): Promise<Uint8Array<ArrayBuffer> | null> {
  for (;;) {
    // The look may have changed since the browser kept one.
    const answer = await fetch(address, { signal, cache: "no-cache" });
    if (answer.ok) {
      return new Uint8Array(await answer.arrayBuffer());
    }
    if (answer.status === 404) {
      return null;
    }
    if (answer.status !== 429) {
      throw apiErrorOf(answer.status, await answer.json().catch(() => null));
    }
    await pause(Number(answer.headers.get("Retry-After")) || PAUSE_SECONDS, signal);
  }
}

function pause(seconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((go, stop) => {
    const timer = setTimeout(go, seconds * 1000);
    signal.addEventListener("abort", () => {
      clearTimeout(timer);
      stop(new DOMException("Stopped", "AbortError"));
    });
  });
}

/** Every code that was made from this one. */
export async function childrenOf(codeId: string, signal: AbortSignal): Promise<NamedCode[]> {
  const children: NamedCode[] = [];
  for (let page = 1; ; page += 1) {
    const body = { id: codeId, page, pageSize: PAGE_SIZE, deleted: false, one_time: false };
    const { items, total } = await answerOf(api.POST("/v1/get-all-qr-codes/get-child", { body, signal }));
    children.push(...items);
    if (items.length === 0 || children.length >= total) {
      return children;
    }
  }
}
