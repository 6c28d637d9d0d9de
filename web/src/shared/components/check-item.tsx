import CheckBoxIcon from "@mui/icons-material/CheckBox";
import CheckBoxOutlineBlankIcon from "@mui/icons-material/CheckBoxOutlineBlank";
import ListItemIcon from "@mui/material/ListItemIcon";
import ListItemText from "@mui/material/ListItemText";
import MenuItem, { type MenuItemProps } from "@mui/material/MenuItem";

interface CheckItemProps extends Omit<MenuItemProps, "children"> {
  checked: boolean;
  label: string;
}

/**
 * A menu entry that is turned on and off. The box is only a picture: the entry itself has the state, and a field in it
 * would be a second control for screen readers.
 */
export function CheckItem({ checked, label, ...props }: CheckItemProps) {
  return (
    <MenuItem dense {...props} role="menuitemcheckbox" aria-checked={checked}>
      <ListItemIcon sx={{ color: checked ? "primary.main" : undefined }}>
        {checked ? <CheckBoxIcon fontSize="small" /> : <CheckBoxOutlineBlankIcon fontSize="small" />}
      </ListItemIcon>
      <ListItemText primary={label} />
    </MenuItem>
  );
}
