import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useRef, useState } from "react";
import type { PageData } from "@/blocks/types";
import {
  checkPage,
  createPage,
  latestVersionQuery,
  type PageChange,
  type PageSave,
  pageKeys,
  updatePage,
} from "@/features/content/pages/api/pages";
import { useWindowReturn } from "@/features/content/pages/editor/use-window-return";
import type { PageRead } from "@/features/content/pages/types";
import type { idempotencyKey } from "@/shared/api/client";
import { ApiError, isEditConflict, isFinal, messageOf } from "@/shared/api/errors";
import { rebaseVersion, inOrder } from "@/shared/api/in-order";

const PAUSE_MS = 1000;
const TRY_AGAIN_MS = 5000;

/** What failed is tried again by itself; what was stopped is not, because the answer would be the same. */
export type DraftState = "saved" | "unsaved" | "saving" | "refused" | "conflict" | "failed" | "stopped";

/** What becomes of a draft that was not taken. */
function stateAfter(error: unknown): DraftState {
  if (!isFinal(error)) {
    return "failed";
  }
  return isEditConflict(error) ? "conflict" : error.status === 422 ? "refused" : "stopped";
}

/** A page that is stored only once something is on it: the code that will show it, and the key of the one call
 * that makes it, however often it is sent. */
export interface Unmade {
  code_id: string | null;
  key: ReturnType<typeof idempotencyKey>;
  onMade: (page: PageRead) => void;
}

export interface Draft {
  state: DraftState;
  /** Whether the server has it. */
  isMade: boolean;
  /** What is wrong, by the place in the data; what publishing refused stands here until it is mended. */
  problems: Readonly<Record<string, string>>;
  /** Why the server did not take it, in its own words; null where it did, or could not be reached. */
  trouble: string | null;
  page: PageRead;
  change: (data: PageData) => void;
  /** Saves what is not saved yet; true when everything is. */
  flush: () => Promise<boolean>;
  /** Saves over what somebody else saved, which stays in the history; true when it is saved. */
  keepMine: () => Promise<boolean>;
  /** Saves, then makes visitors see it. */
  publish: () => Promise<PageRead>;
  /** Saves, then changes the page beside its blocks: its name, say, or whether visitors see it. */
  alter: (change: PageChange) => Promise<PageRead>;
  /** Takes note of what was done with the page beside its draft, which stays as it is. */
  note: (page: PageRead) => void;
  isSaved: () => boolean;
  current: () => PageData;
}

/** Keeps a page's draft on the server while it is written, and never over somebody else's. */
export function useDraft(initial: PageRead, unmade?: Unmade): Draft {
  const cache = useQueryClient();
  const [state, setState] = useState<DraftState>("saved");
  const [problems, setProblems] = useState<Readonly<Record<string, string>>>({});
  /** What publishing refused; looked at again with each change, until nothing is left of it. */
  const [unfinished, setUnfinished] = useState<Readonly<Record<string, string>>>({});
  const wasRefused = useRef(false);
  const checks = useRef(0);
  const pageId = useRef(initial.page_id);
  const [trouble, setTrouble] = useState<string | null>(null);
  const [page, setPage] = useState(initial);
  const data = useRef<PageData>(initial.blocks);
  const version = useRef<number | null>(initial.version);
  const saved = useRef(JSON.stringify(initial.blocks));
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const running = useRef<Promise<unknown> | null>(null);
  const [saves] = useState(() => inOrder<PageSave, PageRead>(updatePage, rebaseVersion));
  /** Whether somebody else saved what was not read here: then no version is known to write over. */
  const isBehind = useRef(false);

  const note = useCallback(
    (answer: PageRead) => {
      setPage(answer);
      cache.setQueriesData({ queryKey: pageKeys.detail(answer.page_id), type: "active" }, answer);
      cache.removeQueries({ queryKey: pageKeys.detail(answer.page_id), type: "inactive" });
      void cache.invalidateQueries({ queryKey: pageKeys.history(answer.page_id) });
      void cache.invalidateQueries({ queryKey: pageKeys.places(answer.page_id) });
      void cache.invalidateQueries({ queryKey: ["pages", "list"] });
      if (wasRefused.current) {
        checks.current += 1;
        const check = checks.current;
        checkPage(answer.page_id).then(
          (left) => {
            if (check === checks.current && wasRefused.current) {
              setUnfinished(left);
            }
          },
          // What was wrong stays on show until it can be asked for again.
          () => undefined,
        );
      }
    },
    [cache],
  );

  const took = useCallback(
    (answer: PageRead) => {
      version.current = answer.version;
      isBehind.current = false;
      setProblems({});
      setTrouble(null);
      note(answer);
    },
    [note],
  );

  const refused = useCallback((error: unknown) => {
    setProblems(error instanceof ApiError ? error.fields : {});
    setTrouble(error instanceof ApiError ? messageOf(error) : null);
    isBehind.current ||= isEditConflict(error);
    setState(stateAfter(error));
  }, []);

  const make = useCallback(async () => {
    if (unmade !== undefined && pageId.current === "") {
      const made = await createPage({ name: initial.name, code_id: unmade.code_id }, unmade.key);
      pageId.current = made.page_id;
      took(made);
      unmade.onMade(made);
    }
  }, [initial.name, took, unmade]);

  const save = useCallback(async (): Promise<boolean> => {
    const text = JSON.stringify(data.current);
    if (text === saved.current && !saves.isOpen()) {
      setState(isBehind.current ? "conflict" : "saved");
      return true;
    }
    setState("saving");
    try {
      const blocks = JSON.parse(text) as PageData;
      await make();
      took(await saves.send({ page_id: pageId.current, blocks, version: version.current }));
      saved.current = text;
      const isLatest = JSON.stringify(data.current) === text;
      setState(isLatest ? "saved" : "unsaved");
      return isLatest;
    } catch (error) {
      refused(error);
      return false;
    }
  }, [make, refused, saves, took]);

  /** One call after the other: each raises the version that the next one has to name. */
  const inTurn = useCallback(async <T>(call: () => Promise<T>): Promise<T> => {
    while (running.current !== null) {
      await running.current.catch(() => undefined);
    }
    const called = call().finally(() => {
      running.current = null;
    });
    running.current = called;
    return called;
  }, []);

  const flush = useCallback((): Promise<boolean> => {
    clearTimeout(timer.current);
    return inTurn(save);
  }, [inTurn, save]);

  const send = useCallback(
    (requested: PageChange): Promise<PageRead> =>
      inTurn(async () => {
        await make();
        // What nobody here has read is named and moved, but never published.
        const read = isBehind.current && requested.action !== "publish" ? null : version.current;
        const change = { ...requested, page_id: pageId.current, ...(read === null ? {} : { version: read }) };
        try {
          // Visitors get nothing by a second try that nobody asked for.
          const answer = await (requested.action === undefined ? saves.send(change) : updatePage(change));
          if (read !== null) {
            version.current = answer.version;
          }
          note(answer);
          return answer;
        } catch (error) {
          if (isEditConflict(error)) {
            isBehind.current = true;
            setState("conflict");
          }
          throw error;
        }
      }),
    [inTurn, make, note, saves],
  );

  const alter = useCallback(
    async (change: PageChange) => {
      await flush();
      return send(change);
    },
    [flush, send],
  );

  const keepMine = useCallback(() => {
    version.current = null;
    isBehind.current = false;
    // It is sent even where nothing was written since: theirs lies over it.
    saved.current = "";
    return flush();
  }, [flush]);

  const change = useCallback(
    (next: PageData) => {
      data.current = next;
      // Taken back while it is being saved, or after nobody knows whether it was, the server may have something else.
      if (running.current === null && !saves.isOpen() && JSON.stringify(next) === saved.current) {
        if (state !== "saved" && state !== "conflict") {
          clearTimeout(timer.current);
          setState("saved");
          setProblems({});
          setTrouble(null);
        }
        return;
      }
      setState((now) => (now === "conflict" ? now : "unsaved"));
      clearTimeout(timer.current);
      timer.current = setTimeout(() => void flush(), PAUSE_MS);
    },
    [flush, saves, state],
  );

  const publish = useCallback(async () => {
    if (!(await flush())) {
      throw new Error("The page couldn’t be saved, so it was not published.");
    }
    try {
      wasRefused.current = false;
      const answer = await send({ action: "publish" });
      setProblems({});
      setUnfinished({});
      return answer;
    } catch (error) {
      if (error instanceof ApiError) {
        wasRefused.current = Object.keys(error.fields).length > 0;
        setUnfinished(error.fields);
      }
      throw error;
    }
  }, [flush, send]);

  const checkVersion = async () => {
    const read = version.current;
    const isQuiet = () => running.current === null && !saves.isOpen() && version.current === read;
    if (read === null || pageId.current === "" || !isQuiet()) {
      return;
    }
    const latest = await cache.query(latestVersionQuery(pageId.current)).catch(() => null);
    // What was saved from here meanwhile has been told already.
    if (latest !== null && latest > read && isQuiet()) {
      isBehind.current = true;
      setState("conflict");
    }
  };
  useWindowReturn(() => void checkVersion());

  useEffect(() => {
    if (state !== "failed") {
      return undefined;
    }
    // What could not be sent is sent as soon as there is a connection, without anybody writing on.
    const tryAgain = () => void flush();
    const later = setTimeout(tryAgain, TRY_AGAIN_MS);
    addEventListener("online", tryAgain);
    return () => {
      clearTimeout(later);
      removeEventListener("online", tryAgain);
    };
  }, [flush, state]);

  useEffect(() => {
    const warn = (event: BeforeUnloadEvent) => {
      if (saves.isOpen() || JSON.stringify(data.current) !== saved.current) {
        event.preventDefault();
      }
    };
    addEventListener("beforeunload", warn);
    return () => {
      removeEventListener("beforeunload", warn);
      void flush();
    };
  }, [flush, saves]);

  const isSaved = useCallback(
    () => running.current === null && !saves.isOpen() && JSON.stringify(data.current) === saved.current,
    [saves],
  );
  return {
    state,
    isMade: page.page_id !== "",
    problems: Object.keys(problems).length > 0 ? problems : unfinished,
    trouble,
    page,
    change,
    flush,
    keepMine,
    publish,
    alter,
    note,
    isSaved,
    current: () => data.current,
  };
}
