import AutoAwesomeIcon from "@mui/icons-material/AutoAwesome";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Card from "@mui/material/Card";
import Container from "@mui/material/Container";
import Stack from "@mui/material/Stack";
import TextField from "@mui/material/TextField";
import Typography from "@mui/material/Typography";
import { type SyntheticEvent, useState } from "react";
import { useNavigate } from "react-router";
import { StylePicker } from "@/features/content/ai-qr/components/style-picker";
import { STYLES, type Style } from "@/features/content/ai-qr/types";
import { useTitle } from "@/shared/components/use-title";
import { paths } from "@/shared/config/paths";

/** What the studio makes, for people who have no login yet; their wish goes with them. */
export function StudioWelcome() {
  const navigate = useNavigate();
  const [prompt, setPrompt] = useState("");
  const [style, setStyle] = useState<Style>("auto");
  useTitle("AI codes");
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    const wish = new URLSearchParams({ style });
    if (prompt.trim() !== "") {
      wish.set("prompt", prompt.trim());
    }
    void navigate(`${paths.studio}?${wish}`);
  };
  return (
    <Container maxWidth="lg" sx={{ py: { xs: 2, md: 3 } }}>
      <Box
        sx={{
          display: "grid",
          gap: { xs: 4, md: 6 },
          alignItems: { md: "center" },
          gridTemplateColumns: { xs: "minmax(0, 1fr)", md: "minmax(0, 1fr) minmax(0, 1fr)" },
        }}
      >
        <div>
          <Typography variant="h2" component="h1" sx={{ textWrap: "balance" }}>
            AI-generated QR codes
          </Typography>
          <Typography color="textSecondary" sx={{ mt: 2, mb: 3 }}>
            Describe an image. Each one is tested small, blurred, tilted and in a poor photo, so what you print scans.
          </Typography>
          <Card component="form" action={paths.studio} onSubmit={submit} sx={{ p: { xs: 2, sm: 3 } }}>
            <Stack spacing={2.5}>
              <TextField
                name="prompt"
                label="Description"
                placeholder="Garden herbs"
                value={prompt}
                onChange={(event) => setPrompt(event.target.value)}
                slotProps={{ htmlInput: { maxLength: 500 } }}
              />
              <StylePicker value={style} onChange={setStyle} withPhoto={false} />
              <Button type="submit" size="large" variant="contained" startIcon={<AutoAwesomeIcon />}>
                Generate
              </Button>
            </Stack>
          </Card>
        </div>
        <Box sx={{ display: "grid", gap: 2, gridTemplateColumns: "repeat(2, minmax(0, 1fr))" }}>
          {STYLES.flatMap(({ style: name, label, sample }) =>
            sample === undefined
              ? []
              : [
                  <Box
                    key={name}
                    component="img"
                    src={sample}
                    alt={`Example: a code in the style ${label.toLowerCase()}`}
                    sx={{ width: "100%", aspectRatio: "1", borderRadius: 3, boxShadow: 3 }}
                  />,
                ],
          )}
        </Box>
      </Box>
    </Container>
  );
}
