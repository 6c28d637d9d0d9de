import { Trans } from "@lingui/react/macro";
import "maplibre-gl/dist/maplibre-gl.css";
import Box from "@mui/material/Box";
import { type CssVarsTheme, type Theme, useColorScheme, useTheme } from "@mui/material/styles";
import Typography from "@mui/material/Typography";
import { type GeoJSONSource, Map as MapLibre, NavigationControl, setWorkerUrl } from "maplibre-gl";
import workerUrl from "maplibre-gl/dist/maplibre-gl-worker.mjs?url";
import { useEffect, useEffectEvent, useMemo, useRef, useState } from "react";
import { loadShapes } from "@/shared/components/map/country-shapes";
import { COUNTRIES, type MapColors, PLACES, styleOf, type Tiles, WORLD } from "@/shared/components/map/map-style";
import { shadeOf } from "@/shared/components/map/shades";
import { FINGER, TOUCH } from "@/shared/theme/touch";

// The worker is a file of this installation, because the page's Content Security Policy allows no other.
setWorkerUrl(workerUrl);

interface MapPlace {
  id: string;
  name: string;
  latitude: number;
  longitude: number;
  value: number;
}

export interface WorldMapProps {
  label: string;
  /** Number by country code. */
  countries: ReadonlyMap<string, number>;
  places: readonly MapPlace[];
  steps: readonly number[];
  /** The country that is highlighted from outside, for example by the focused row of a table. */
  marked: string | null;
  describe: (name: string, value: number) => string;
  tiles: Tiles | null;
  onCountry: (code: string) => void;
  onPlace: (id: string) => void;
}

interface Hint {
  text: string;
  x: number;
  y: number;
}

/**
 * A map of countries shaded by a number, with places as points. It can be moved with the mouse, touch and arrow keys.
 */
export default function WorldMap(props: WorldMapProps) {
  const { label, countries, places, steps, marked, tiles } = props;
  const box = useRef<HTMLDivElement>(null);
  const [map, setMap] = useState<MapLibre | null>(null);
  const [failed, setFailed] = useState(false);
  const [hint, setHint] = useState<Hint | null>(null);
  const colors = useMapColors();

  const colorsNow = useEffectEvent(() => colors);
  const point = useEffectEvent((drawn: MapLibre, x: number, y: number) => {
    const hit = hitAt(drawn, x, y);
    drawn.getCanvas().style.cursor = hit === null ? "" : "pointer";
    mark(drawn, hit?.country ?? marked);
    setHint(
      hit === null
        ? null
        : { text: props.describe(hit.name, hit.place?.value ?? countries.get(hit.country ?? "") ?? 0), x, y },
    );
  });
  const choose = useEffectEvent((drawn: MapLibre, x: number, y: number) => {
    const hit = hitAt(drawn, x, y);
    if (hit?.place) {
      props.onPlace(hit.place.id);
    } else if (hit?.country && (countries.get(hit.country) ?? 0) > 0) {
      props.onCountry(hit.country);
    }
  });

  useEffect(() => {
    const container = box.current;
    if (container === null) {
      return;
    }
    const stop = new AbortController();
    let drawn: MapLibre | null = null;
    const begin = async () => {
      const shapes = await loadShapes(stop.signal);
      if (stop.signal.aborted) {
        return;
      }
      const begun = new MapLibre({
        container,
        style: styleOf(shapes, tiles, colorsNow()),
        bounds: WORLD,
        minZoom: -1,
        maxZoom: tiles === null ? 9 : 17,
        renderWorldCopies: false,
        dragRotate: false,
        pitchWithRotate: false,
        touchPitch: false,
        cooperativeGestures: true,
        attributionControl: tiles === null ? false : { compact: true },
        fadeDuration: 0,
        // Otherwise the map is empty when printed.
        canvasContextAttributes: { preserveDrawingBuffer: true },
      });
      drawn = begun;
      begun.touchZoomRotate.disableRotation();
      begun.addControl(new NavigationControl({ showCompass: false }));
      begun.on("mousemove", ({ point: { x, y } }) => point(begun, x, y));
      begun.on("mouseout", () => setHint(null));
      begun.on("click", ({ point: { x, y } }) => choose(begun, x, y));
      begun.on("load", () => setMap(begun));
    };
    begin().catch(() => {
      if (!stop.signal.aborted) {
        setFailed(true);
      }
    });
    return () => {
      stop.abort();
      setMap(null);
      drawn?.remove();
    };
  }, [tiles]);

  useEffect(() => {
    if (map) {
      map.setPaintProperty("background", "background-color", colors.water);
      map.setPaintProperty("land", "fill-color", colors.land);
      map.setPaintProperty(COUNTRIES, "fill-color", colors.shade);
      map.setPaintProperty("borders", "line-color", colors.border);
      map.setPaintProperty("marked", "line-color", colors.text);
      map.setPaintProperty(PLACES, "circle-color", colors.place);
      map.setPaintProperty(PLACES, "circle-stroke-color", colors.land);
    }
  }, [map, colors]);

  useEffect(() => {
    if (map) {
      map.removeFeatureState({ source: COUNTRIES });
      for (const [code, value] of countries) {
        map.setFeatureState({ source: COUNTRIES, id: code }, { shade: shadeOf(value, steps) });
      }
    }
  }, [map, countries, steps]);

  useEffect(() => {
    const most = Math.max(1, ...places.map(({ value }) => value));
    void map?.getSource<GeoJSONSource>(PLACES)?.setData({
      type: "FeatureCollection",
      features: places.map((place) => ({
        type: "Feature",
        geometry: { type: "Point", coordinates: [place.longitude, place.latitude] },
        properties: { ...place, size: 4 + 8 * Math.sqrt(place.value / most) },
      })),
    });
  }, [map, places]);

  useEffect(() => {
    if (map) {
      mark(map, marked);
    }
  }, [map, marked]);

  if (failed) {
    return (
      <Typography variant="body2" color="textSecondary" sx={{ p: 3, textAlign: "center" }}>
        <Trans>This browser can’t show the map. The table has the same data.</Trans>
      </Typography>
    );
  }
  return (
    <Box sx={{ position: "relative", height: "100%" }} data-testid="world-map" data-drawn={map !== null}>
      <Box ref={box} role="group" aria-label={label} sx={MAP} />
      {hint === null ? null : (
        <Box
          aria-hidden
          sx={{
            ...HINT,
            left: hint.x,
            top: hint.y,
            transform: `translate(${hint.x > 200 ? "-100%" : "0"}, calc(-100% - 10px))`,
          }}
        >
          {hint.text}
        </Box>
      )}
    </Box>
  );
}

interface Hit {
  name: string;
  country: string | null;
  place: { id: string; value: number } | null;
}

function hitAt(map: MapLibre, x: number, y: number): Hit | null {
  const around: [[number, number], [number, number]] = [
    [x - 4, y - 4],
    [x + 4, y + 4],
  ];
  const place = map.queryRenderedFeatures(around, { layers: [PLACES] })[0]?.properties;
  if (place) {
    return {
      name: String(place["name"]),
      country: null,
      place: { id: String(place["id"]), value: Number(place["value"]) },
    };
  }
  const country = map.queryRenderedFeatures([x, y], { layers: ["land"] })[0]?.properties;
  return country ? { name: String(country["name"]), country: String(country["code"]), place: null } : null;
}

function mark(map: MapLibre, code: string | null): void {
  map.setFilter("marked", ["==", ["get", "code"], code ?? ""]);
}

/** The current colors of the theme, in the format that the map accepts. */
function useMapColors(): MapColors {
  const theme: Theme & Partial<Pick<CssVarsTheme, "colorSchemes">> = useTheme();
  const { mode, systemMode } = useColorScheme();
  const scheme = (mode === "system" ? systemMode : mode) ?? "light";
  return useMemo(() => {
    const palette = theme.colorSchemes?.[scheme]?.palette ?? theme.palette;
    return {
      water: palette.background.default,
      land: palette.background.paper,
      border: palette.grey[scheme === "dark" ? 600 : 300],
      shade: palette.primary.main,
      place: palette.secondary.main,
      text: palette.text.primary,
    };
  }, [theme, scheme]);
}

const MAP = {
  position: "absolute",
  inset: 0,
  // The map's own style sheet makes the box relative, which leaves it without a height.
  width: "100%",
  height: "100%",
  borderRadius: 2,
  overflow: "hidden",
  font: "inherit",
  // By default the buttons are white in every theme, and their symbols are black images.
  "& .maplibregl-ctrl-group": { bgcolor: "background.paper", border: 1, borderColor: "divider", boxShadow: "none" },
  "& .maplibregl-ctrl-group button": { [TOUCH]: { width: FINGER, height: FINGER } },
  "& .maplibregl-ctrl-group button + button": { borderTop: 1, borderColor: "divider" },
  "& .maplibregl-ctrl-group button:not(:disabled):hover": { bgcolor: "action.hover" },
  "[data-theme=dark] & .maplibregl-ctrl-icon": { filter: "invert(1)" },
  // A canvas may be black before its first rendering.
  "[data-drawn=false] > & canvas": { visibility: "hidden" },
  "& canvas:focus-visible": { outline: "2px solid", outlineColor: "primary.main", outlineOffset: -2 },
} as const;

const HINT = {
  position: "absolute",
  pointerEvents: "none",
  px: 1.25,
  py: 0.5,
  borderRadius: 1,
  bgcolor: "text.primary",
  color: "background.paper",
  typography: "caption",
  whiteSpace: "nowrap",
} as const;
