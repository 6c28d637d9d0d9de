import { useMemo } from "react";
import { OutLink } from "@/blocks/components/link";
import type { BlockComponentProps, PageContext } from "@/blocks/context";
import { Icon } from "@/blocks/icons";
import { MAP_HEIGHT, MAP_WIDTH, placeMap } from "@/blocks/place-map";
import type { BlockProps } from "@/blocks/types";

/**
 * A place: its position in its country, drawn from our own shapes, its address, and a link to the directions in the
 * visitor's maps app. An address alone has no drawing, because no geocoding service is used.
 */
export function MapCard({ id, latitude, longitude, label, address, page }: BlockComponentProps<BlockProps["Map"]>) {
  const isPlaced = typeof latitude === "number" && typeof longitude === "number";
  const place = isPlaced ? `${latitude},${longitude}` : address;
  return (
    <section className="wp-card wp-map" aria-label={label}>
      {isPlaced ? <Drawing latitude={latitude} longitude={longitude} shapes={page.shapes} /> : null}
      <div className="wp-map-body">
        <div>
          <h2>
            {isPlaced ? null : <Icon name="place" />}
            {label}
          </h2>
          {address ? <address>{address}</address> : null}
        </div>
        <OutLink
          href={`https://www.google.com/maps/dir/?api=1&destination=${encodeURIComponent(place)}`}
          block={id}
          className="wp-button wp-button-outline"
          editing={page.editing}
        >
          {page.words.directions}
        </OutLink>
      </div>
    </section>
  );
}

interface DrawingProps {
  latitude: number;
  longitude: number;
  shapes: PageContext["shapes"];
}

function Drawing({ latitude, longitude, shapes }: DrawingProps) {
  const map = useMemo(() => placeMap(shapes?.() ?? [], latitude, longitude), [shapes, latitude, longitude]);
  return (
    <svg
      className="wp-map-drawing"
      viewBox={`0 0 ${MAP_WIDTH} ${MAP_HEIGHT}`}
      preserveAspectRatio="xMidYMid slice"
      aria-hidden="true"
    >
      <rect className="wp-map-sea" width={MAP_WIDTH} height={MAP_HEIGHT} />
      {map?.land ? <path className="wp-map-country" d={map.land} /> : null}
      {map?.here ? <path className="wp-map-country wp-map-here" d={map.here} /> : null}
      <g transform="translate(291.2 67.2) scale(2.4)">
        <path
          className="wp-map-pin"
          d="M12 2C8.13 2 5 5.13 5 9c0 5.25 7 13 7 13s7-7.75 7-13c0-3.87-3.13-7-7-7m0 9.5a2.5 2.5 0 1 1 0-5 2.5 2.5 0 0 1 0 5"
        />
      </g>
    </svg>
  );
}
