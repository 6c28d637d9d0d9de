import { useEffect, useEffectEvent } from "react";
import { useActiveTooltipLabel, usePlotArea, useXAxisInverseDataSnapScale } from "recharts";

/** The key of the point at a place in the chart. */
export type KeyAt = (x: number, y: number) => unknown;

interface PointsProps {
  onActive: (key: unknown) => void;
  onPlaces: (keyAt: KeyAt) => void;
}

/** Tells which point is looked at, and where each stands; only what is in the chart can know. */
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
