-- Who makes backups stands among the other leases.
DROP TABLE backup_leases;
