import Box from "@mui/material/Box";
import Stack from "@mui/material/Stack";
import { PassBarcodeView } from "@/shared/wallet/pass-barcode";
import { PassPicture } from "@/shared/wallet/pass-picture";
import { contrastOf, inZone, type PassContent, type PassField, shownValue } from "@/shared/wallet/pass-content";

interface PassViewProps {
  content: PassContent;
  language: string;
  timeZone: string;
}

const WHITE = "#ffffff";
const BLACK = "#202124";
const COLUMNS = 3;

/** The front of a pass as Google Wallet lays it out: rows of up to three details, with black or white text. */
export function GooglePass(props: PassViewProps) {
  const { content } = props;
  const ink = contrastOf(content.background, WHITE) >= contrastOf(content.background, BLACK) ? WHITE : BLACK;
  const { pictures } = content;
  const wide = pictures.wide_logo ?? pictures.logo;
  const hero = pictures.hero ?? pictures.strip;
  const isTrip = content.style === "boarding_pass";
  const primary = inZone(content, "primary");
  const rows = inRows([
    ...inZone(content, "header"),
    ...(isTrip ? [] : primary),
    ...inZone(content, "secondary"),
    ...inZone(content, "auxiliary"),
  ]);
  return (
    <Box
      sx={{
        width: "100%",
        maxWidth: 320,
        mx: "auto",
        bgcolor: content.background,
        color: ink,
        borderRadius: "20px",
        overflow: "hidden",
        fontFamily: "Roboto, system-ui, sans-serif",
        fontFeatureSettings: "normal",
        opacity: content.is_void ? 0.55 : 1,
        boxShadow: "0 1px 6px rgb(0 0 0 / 0.2)",
      }}
    >
      <Stack direction="row" sx={{ alignItems: "center", gap: 1.25, px: 2, py: 1.5 }}>
        {wide ? (
          <PassPicture placed={wide} isWhole sx={{ maxWidth: 200, maxHeight: 34 }} />
        ) : pictures.icon ? (
          <PassPicture placed={pictures.icon} sx={{ width: 34, height: 34, borderRadius: "50%", flexShrink: 0 }} />
        ) : (
          <Box
            aria-hidden
            sx={{
              width: 34,
              height: 34,
              borderRadius: "50%",
              flexShrink: 0,
              display: "grid",
              placeItems: "center",
              fontWeight: 700,
              bgcolor: `color-mix(in srgb, ${ink} 18%, ${content.background})`,
            }}
          >
            {content.organization.charAt(0).toUpperCase()}
          </Box>
        )}
        {wide ? null : <Box sx={{ fontSize: 14, minWidth: 0, overflowWrap: "anywhere" }}>{content.organization}</Box>}
      </Stack>
      <Box sx={{ borderTop: 1, borderColor: `color-mix(in srgb, ${ink} 18%, transparent)` }} />
      <Box sx={{ px: 2, pt: 1.5, pb: 0.5, fontSize: 22, lineHeight: 1.25, overflowWrap: "anywhere" }}>
        {content.event?.name ?? (content.title || content.description)}
        {content.event ? <Box sx={{ fontSize: 13, opacity: 0.9 }}>{content.event.venue}</Box> : null}
      </Box>
      {isTrip ? (
        <Stack direction="row" sx={{ px: 2, pb: 0.5, justifyContent: "space-between", gap: 1 }}>
          {primary.slice(0, 2).map((field, number) => (
            <Box key={field.key} sx={{ textAlign: number === 0 ? "left" : "right", minWidth: 0 }}>
              <Detail {...props} field={field} size={28} />
            </Box>
          ))}
        </Stack>
      ) : null}
      {rows.map((row) => (
        <Stack key={row[0]?.key} direction="row" sx={{ px: 2, py: 0.75, gap: 1.5, justifyContent: "space-between" }}>
          {row.map((field, number) => (
            <Box
              key={field.key}
              sx={{ minWidth: 0, textAlign: number > 0 && number === row.length - 1 ? "right" : "left" }}
            >
              <Detail {...props} field={field} size={16} />
            </Box>
          ))}
        </Stack>
      ))}
      <Box sx={{ px: 2, pt: 2.5, pb: 2.5, minHeight: content.barcode ? 0 : 60 }}>
        {content.barcode ? <PassBarcodeView barcode={content.barcode} /> : null}
      </Box>
      {hero ? <PassPicture placed={hero} sx={{ aspectRatio: "1032 / 336" }} /> : null}
    </Box>
  );
}

function Detail({ field, size, language, timeZone }: PassViewProps & { field: PassField; size: number }) {
  return (
    <>
      <Box sx={{ fontSize: 12, lineHeight: 1.3, opacity: 0.9, overflowWrap: "anywhere" }}>{field.label}</Box>
      <Box sx={{ fontSize: size, lineHeight: 1.25, fontWeight: 500, overflowWrap: "anywhere" }}>
        {shownValue(field, language, timeZone)}
      </Box>
    </>
  );
}

function inRows(fields: PassField[]): PassField[][] {
  const rows: PassField[][] = [];
  for (let at = 0; at < fields.length; at += COLUMNS) {
    rows.push(fields.slice(at, at + COLUMNS));
  }
  return rows;
}
