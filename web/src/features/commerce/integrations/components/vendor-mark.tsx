import Avatar from "@mui/material/Avatar";

/** The first letter of a vendor's name, because their logos are their property. */
export function VendorMark({ title }: { title: string }) {
  return (
    <Avatar
      aria-hidden
      variant="rounded"
      sx={{ bgcolor: "primary.main", color: "primary.contrastText", fontWeight: 700 }}
    >
      {title.slice(0, 1)}
    </Avatar>
  );
}
