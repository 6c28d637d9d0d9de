import { useEffect, useEffectEvent } from "react";
import { useActiveTooltipLabel, usePlotArea, useXAxisInverseDataSnapScale } from "recharts";

/** Returns the key of the point at a position in the chart. */
export type KeyAt = (x: number, y: number) => unknown;

interface PointsProps {
  onActive: (key: unknown) => void;
  onPlaces: (keyAt: KeyAt) => void;
}

/** Reports which point is active and where each of them is; only a child of the chart can know that. */
export function Points({ onActive, onPlaces }: PointsProps) {
  const active = useActiveTooltipLabel();
  const keyOf = useXAxisInverseDataSnapScale();
  const plot = usePlotArea();
  const tellActive = useEffectEvent(onActive);
  const tellPlaces = useEffectEvent(onPlaces);
  useEffect(() => tellActive(active), [active]);
  useEffect(() => {
    tellPlaces((x, y) => {
      const isInside = plot && x >= plot.x && x <= plot.x + plot.width && y >= plot.y && y <= plot.y + plot.height;
      return isInside ? keyOf?.(x) : undefined;
    });
  }, [keyOf, plot]);
  return null;
}
