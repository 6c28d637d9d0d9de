import Box from "@mui/material/Box";
import Stack from "@mui/material/Stack";
import FlightIcon from "@mui/icons-material/Flight";
import DirectionsBoatIcon from "@mui/icons-material/DirectionsBoat";
import DirectionsBusIcon from "@mui/icons-material/DirectionsBus";
import EastIcon from "@mui/icons-material/East";
import TrainIcon from "@mui/icons-material/Train";
import { PassBarcodeView } from "@/shared/wallet/pass-barcode";
import { PassPicture } from "@/shared/wallet/pass-picture";
import { inZone, type PassContent, type PassField, shownValue } from "@/shared/wallet/pass-content";

interface PassViewProps {
  content: PassContent;
  language: string;
  timeZone: string;
}

const TRANSITS = {
  air: FlightIcon,
  boat: DirectionsBoatIcon,
  bus: DirectionsBusIcon,
  train: TrainIcon,
  generic: EastIcon,
} as const;

/** The front of a pass as Apple Wallet lays it out. The colors are the pass's own. */
export function ApplePass(props: PassViewProps) {
  const { content } = props;
  const { style } = content;
  const primary = inZone(content, "primary");
  const secondary = inZone(content, "secondary");
  const auxiliary = inZone(content, "auxiliary");
  const isOneRow = style === "coupon" || style === "store_card";
  const { pictures } = content;
  const strip = style === "event_ticket" ? pictures.strip : undefined;
  const hasBehind = style === "event_ticket" && strip === undefined;
  const background = hasBehind ? pictures.background : undefined;
  const thumbnail = hasBehind || style === "generic" ? pictures.thumbnail : undefined;
  const footer = style === "boarding_pass" ? pictures.footer : undefined;
  return (
    <Box
      sx={{
        position: "relative",
        width: "100%",
        maxWidth: 320,
        mx: "auto",
        bgcolor: content.background,
        color: content.foreground,
        borderRadius: style === "coupon" ? 0 : "10px",
        overflow: "hidden",
        fontFamily: "system-ui, -apple-system, sans-serif",
        fontFeatureSettings: "normal",
        opacity: content.is_void ? 0.55 : 1,
        boxShadow: "0 1px 8px rgb(0 0 0 / 0.22)",
        ...(style === "coupon" ? COUPON_EDGE : {}),
        ...(style === "event_ticket" ? TICKET_NOTCH : {}),
      }}
    >
      {background ? (
        <PassPicture placed={background} sx={{ position: "absolute", inset: 0, filter: "blur(8px)", scale: "1.1" }} />
      ) : null}
      <Box sx={{ position: "relative" }}>
        <Header {...props} />
        {style === "boarding_pass" ? (
          <Route {...props} fields={primary} />
        ) : isOneRow ? (
          <Strip {...props} ratio="375 / 144">
            {primary.slice(0, 1).map((field) => (
              <FieldView key={field.key} {...props} field={field} size={38} isValueFirst />
            ))}
          </Strip>
        ) : strip ? (
          <Strip {...props} ratio="375 / 98">
            {primary.slice(0, 1).map((field) => (
              <FieldView key={field.key} {...props} field={field} size={30} isValueFirst />
            ))}
          </Strip>
        ) : (
          <Stack direction="row" sx={{ px: 1.5, py: 1.25, minHeight: 64, gap: 1 }}>
            <Box sx={{ flex: 1, minWidth: 0 }}>
              {primary.slice(0, 1).map((field) => (
                <FieldView key={field.key} {...props} field={field} size={25} />
              ))}
            </Box>
            {thumbnail ? (
              <PassPicture placed={thumbnail} isWhole sx={{ maxWidth: 76, maxHeight: 76, borderRadius: "3px" }} />
            ) : null}
          </Stack>
        )}
        {style === "boarding_pass" ? (
          <>
            <Row {...props} fields={auxiliary.slice(0, 5)} />
            <Row {...props} fields={secondary.slice(0, 4)} />
          </>
        ) : isOneRow ? (
          <Row {...props} fields={[...secondary, ...auxiliary].slice(0, 4)} />
        ) : (
          <>
            <Row {...props} fields={secondary.slice(0, 4)} />
            <Row {...props} fields={auxiliary.slice(0, 4)} />
          </>
        )}
        <Stack sx={{ minHeight: 148, justifyContent: "flex-end", p: 1.5, pt: 3, gap: 1 }}>
          {footer ? <PassPicture placed={footer} isWhole sx={{ maxWidth: "100%", maxHeight: 13, mx: "auto" }} /> : null}
          {content.barcode ? <PassBarcodeView barcode={content.barcode} /> : null}
        </Stack>
      </Box>
    </Box>
  );
}

function Header(props: PassViewProps) {
  const { content } = props;
  return (
    <Stack direction="row" sx={{ alignItems: "flex-start", gap: 1.25, px: 1.5, pt: 1.25, pb: 0.75, minHeight: 54 }}>
      {content.pictures.logo ? (
        <PassPicture placed={content.pictures.logo} isWhole sx={{ maxWidth: 136, maxHeight: 43, flexShrink: 0 }} />
      ) : null}
      <Box
        sx={{ fontSize: 17, fontWeight: 500, lineHeight: 1.2, flex: 1, minWidth: 0, overflowWrap: "anywhere", pt: 0.6 }}
      >
        {content.title}
      </Box>
      <Stack direction="row" sx={{ gap: 1.25, textAlign: "right" }}>
        {inZone(content, "header")
          .slice(0, 3)
          .map((field) => (
            <FieldView key={field.key} {...props} field={field} size={17} />
          ))}
      </Stack>
    </Stack>
  );
}

/** The band below the header, with the primary field on it. */
function Strip({ content, ratio, children }: PassViewProps & { ratio: string; children: React.ReactNode }) {
  const { strip } = content.pictures;
  return (
    <Box
      sx={{
        position: "relative",
        aspectRatio: ratio,
        bgcolor: strip ? "transparent" : `color-mix(in srgb, ${content.foreground} 7%, transparent)`,
      }}
    >
      {strip ? <PassPicture placed={strip} sx={{ position: "absolute", inset: 0 }} /> : null}
      <Box sx={{ position: "relative", px: 1.5, py: 1.5 }}>{children}</Box>
    </Box>
  );
}

function Route(props: PassViewProps & { fields: PassField[] }) {
  const { content, fields } = props;
  const Icon = TRANSITS[content.trip?.transit ?? "generic"];
  const [from, to] = fields;
  return (
    <Stack direction="row" sx={{ alignItems: "flex-end", justifyContent: "space-between", gap: 1, px: 1.5, py: 1.25 }}>
      {from ? <FieldView {...props} field={from} size={34} /> : <span />}
      <Icon
        sx={{ color: content.label_color, mb: 0.5, ...(content.trip?.transit === "air" ? { rotate: "90deg" } : {}) }}
      />
      {to ? (
        <Box sx={{ textAlign: "right", minWidth: 0 }}>
          <FieldView {...props} field={to} size={34} />
        </Box>
      ) : (
        <span />
      )}
    </Stack>
  );
}

function Row(props: PassViewProps & { fields: PassField[] }) {
  const { fields } = props;
  if (fields.length === 0) {
    return null;
  }
  return (
    <Stack direction="row" sx={{ gap: 1.25, px: 1.5, py: 0.75, justifyContent: "space-between" }}>
      {fields.map((field, number) => (
        <Box
          key={field.key}
          sx={{
            minWidth: 0,
            textAlign:
              field.alignment === "natural"
                ? number > 0 && number === fields.length - 1
                  ? "right"
                  : "left"
                : field.alignment,
          }}
        >
          <FieldView {...props} field={field} size={fields.length > 3 ? 14 : 17} />
        </Box>
      ))}
    </Stack>
  );
}

interface FieldViewProps extends PassViewProps {
  field: PassField;
  size: number;
  isValueFirst?: boolean;
}

function FieldView({ content, field, size, language, timeZone, isValueFirst = false }: FieldViewProps) {
  const label = (
    <Box
      sx={{ fontSize: 11, lineHeight: 1.3, fontWeight: 600, color: content.label_color, textTransform: "uppercase" }}
    >
      {field.label}
    </Box>
  );
  return (
    <Box sx={{ minWidth: 0 }}>
      {isValueFirst ? null : label}
      <Box
        sx={{
          fontSize: size,
          lineHeight: 1.15,
          fontWeight: size > 30 ? 300 : 400,
          whiteSpace: "nowrap",
          overflow: "hidden",
          textOverflow: "ellipsis",
        }}
      >
        {shownValue(field, language, timeZone)}
      </Box>
      {isValueFirst ? label : null}
    </Box>
  );
}

/** The teeth along the edge of a coupon, eight points wide. */
const tooth = (top: number) => `radial-gradient(circle at 4px ${top}px, transparent 2.6px, #000 3px)`;
const FILLED = `linear-gradient(${["#000", "0", "0"].join(" ")})`;
const COUPON_EDGE = {
  pt: "6px",
  pb: "6px",
  maskImage: [tooth(0), FILLED, tooth(6)].join(),
  maskSize: ["8px 6px", "100% calc(100% - 12px)", "8px 6px"].join(),
  maskPosition: "0 0, 0 6px, 0 100%",
  maskRepeat: ["repeat-x", "no-repeat", "repeat-x"].join(),
};
const TICKET_NOTCH = {
  maskImage: `radial-gradient(circle at 50% -6px, ${["transparent 17px", "#000 17.5px"].join()})`,
};
