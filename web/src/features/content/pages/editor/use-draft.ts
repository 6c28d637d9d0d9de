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

/** A failed save is retried automatically. A stopped one is not, because the result would be the same. */
export type DraftState = "saved" | "unsaved" | "saving" | "refused" | "conflict" | "failed" | "stopped";

/** Returns the state of a draft after a failed save. */
function stateAfter(error: unknown): DraftState {
  if (!isFinal(error)) {
    return "failed";
  }
  return isEditConflict(error) ? "conflict" : error.status === 422 ? "refused" : "stopped";
}

/**
 * A page that is stored only once it has content: the code that will open it, and the idempotency key of the call that
 * creates it, which all retries share.
 */
export interface Unmade {
  code_id: string | null;
  key: ReturnType<typeof idempotencyKey>;
  onMade: (page: PageRead) => void;
}

export interface Draft {
  state: DraftState;
  /** Whether the page exists on the server. */
  isMade: boolean;
  /** The errors by their path in the data. Errors of a publication stay here until they are fixed. */
  problems: Readonly<Record<string, string>>;
  /** Why the server refused the draft, in its own words. Null if it accepted it or could not be reached. */
  trouble: string | null;
  page: PageRead;
  change: (data: PageData) => void;
  /** Saves all unsaved changes. Resolves to true if everything is saved. */
  flush: () => Promise<boolean>;
  /** Saves over somebody else's version, which stays in the history. Resolves to true if it is saved. */
  keepMine: () => Promise<boolean>;
  /** Saves, then publishes. */
  publish: () => Promise<PageRead>;
  /** Saves, then changes properties of the page other than its blocks, such as its name or publication. */
  alter: (change: PageChange) => Promise<PageRead>;
  /** Records a change of the page that does not affect its draft. */
  note: (page: PageRead) => void;
  isSaved: () => boolean;
  current: () => PageData;
}

/** Saves a page's draft to the server during editing, and never over somebody else's changes. */
export function useDraft(initial: PageRead, unmade?: Unmade): Draft {
  const cache = useQueryClient();
  const [state, setState] = useState<DraftState>("saved");
  const [problems, setProblems] = useState<Readonly<Record<string, string>>>({});
  /** The errors of the last publication, checked again with each change until none is left. */
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
  /** Whether somebody else saved a version that was not read here, so that no version is safe to overwrite. */
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
          // The errors stay visible until they can be checked again.
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

  /** Runs one call after the other, because each increments the version that the next one has to send. */
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
        // A version that was not read here may be renamed and moved, but never published.
        const read = isBehind.current && requested.action !== "publish" ? null : version.current;
        const change = { ...requested, page_id: pageId.current, ...(read === null ? {} : { version: read }) };
        try {
          // A publication must not be retried without a request.
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
    // The draft is sent even if nothing has changed since, because somebody else's version is newer.
    saved.current = "";
    return flush();
  }, [flush]);

  const change = useCallback(
    (next: PageData) => {
      data.current = next;
      // If a change is reverted while it is being saved, or after a lost response, the server may have another version.
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
    // Versions that were saved from here in the meantime are already known.
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
    // Changes that could not be sent are sent as soon as there is a connection, without a further edit.
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
