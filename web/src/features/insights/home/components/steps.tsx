import Box from "@mui/material/Box";
import Typography from "@mui/material/Typography";

const STEPS = [
  {
    title: "Create",
    text: "Lead people to a web address, or to a small page of your own with a title, a text and a button.",
  },
  {
    title: "Print",
    text: "Take the picture as PNG or SVG in your colours. It is checked: a decoder has to read it first.",
  },
  { title: "Watch", text: "See which code, country, device and hour the scans come from, against the period before." },
] as const;

/** How it works, in three steps. */
export function Steps() {
  return (
    <Box
      component="ol"
      sx={{
        listStyle: "none",
        p: 0,
        m: 0,
        display: "grid",
        gap: { xs: 3, md: 5 },
        gridTemplateColumns: { md: "repeat(3, 1fr)" },
      }}
    >
      {STEPS.map(({ title, text }, place) => (
        <Box component="li" key={title} sx={{ borderTop: 2, borderColor: "primary.main", pt: 2 }}>
          <Typography variant="subtitle2" color="primary">
            Step {place + 1}
          </Typography>
          <Typography variant="h4" component="h2" gutterBottom>
            {title}
          </Typography>
          <Typography color="textSecondary">{text}</Typography>
        </Box>
      ))}
    </Box>
  );
}
