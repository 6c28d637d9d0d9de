import {
  type ReactNode,
  type RefObject,
  startTransition,
  useDeferredValue,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from "react";
import { whenIdle } from "@/shared/components/idle";
import { usePrinting } from "@/shared/components/printing";

const DISTANCE = "100px";

interface LazyRenderProps {
  children: ReactNode;
  /** Height that is reserved until the first render, in pixels. */
  height: number;
  /** The ID that links lead to. */
  id?: string;
}

/**
 * Renders its children right after the screen's own parts if they are visible, and otherwise as soon as the page is
 * idle, so that visible content never waits for content that is not.
 */
export function LazyRender({ children, height, id }: LazyRenderProps) {
  const box = useRef<HTMLDivElement>(null);
  const isSeen = useIsSeen(box);
  const printing = usePrinting();
  const [rendered, setRendered] = useState<ReactNode>(null);
  const next = useDeferredValue(children);
  const current = printing ? children : isSeen ? next : rendered;
  if (rendered !== current) {
    setRendered(current);
  }
  const isBehind = rendered !== children;
  const draw = useEffectEvent(() => startTransition(() => setRendered(children)));
  // Children may change faster than the page becomes idle, so the request keeps its place in the queue.
  useEffect(() => (isBehind ? whenIdle(() => draw()) : undefined), [isBehind, rendered]);
  return (
    <div ref={box} id={id} style={rendered === null ? { ...BOX, minHeight: height } : BOX}>
      {rendered}
    </div>
  );
}

/** As wide and as high as its container. */
const BOX = { display: "grid", gridTemplateColumns: "minmax(0, 1fr)", minWidth: 0 } as const;

function useIsSeen(box: RefObject<Element | null>): boolean {
  const [isSeen, setSeen] = useState(false);
  useEffect(() => {
    if (box.current === null) {
      return;
    }
    let stop: (() => void) | undefined;
    const watcher = new IntersectionObserver(
      (seen) => {
        stop?.();
        // Not immediately: the content above may have just been rendered, and the user may be about to press it.
        if (seen.at(-1)?.isIntersecting) {
          stop = whenIdle(() => setSeen(true), "seen");
        } else {
          setSeen(false);
        }
      },
      { rootMargin: DISTANCE },
    );
    watcher.observe(box.current);
    return () => {
      stop?.();
      watcher.disconnect();
    };
  }, [box]);
  return isSeen;
}
