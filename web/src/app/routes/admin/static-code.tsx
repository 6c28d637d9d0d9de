export { Component } from "@/app/routes/admin/create-code";
