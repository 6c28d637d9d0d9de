import { t } from "@lingui/core/macro";
import Box from "@mui/material/Box";
import Skeleton from "@mui/material/Skeleton";
import Stack from "@mui/material/Stack";

/** The dashboard's outline while its first numbers load. */
export function DashboardSkeleton() {
  return (
    <Stack spacing={{ xs: 2, md: 3 }} role="status" aria-busy="true" aria-label={t`Loading analytics`}>
      <Box
        sx={{
          display: "grid",
          gap: 2,
          gridTemplateColumns: { xs: "1fr 1fr", sm: "repeat(3, 1fr)", lg: "repeat(6, 1fr)" },
        }}
      >
        {[1, 2, 3, 4, 5, 6].map((card) => (
          <Skeleton key={card} variant="rounded" height={112} />
        ))}
      </Box>
      <Skeleton variant="rounded" height={400} />
      <Box sx={{ display: "grid", gap: 3, gridTemplateColumns: { xs: "1fr", md: "1fr 1fr", lg: "repeat(3, 1fr)" } }}>
        {[1, 2, 3].map((card) => (
          <Skeleton key={card} variant="rounded" height={300} />
        ))}
      </Box>
    </Stack>
  );
}
