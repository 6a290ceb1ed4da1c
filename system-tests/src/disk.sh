# A disk for one test: an ext4 file system in a file in $1, mounted at $1/disk. At each line that it reads the power goes: what
# was not synced is gone, and the disk is mounted again. Says "ready" when it is. It unmounts and removes everything when its
# input ends, hence also when the test does.
dir=$1
trap '' INT TERM HUP

# For a power cut, and not for a crash that the system has seconds to prepare for: nothing is written but what a sync asks for.
mounted() { mount -o loop,commit=300,noauto_da_alloc "$dir/image" "$dir/disk"; }

# Those who were killed may still be on their way out.
unmounted() {
    for _ in $(seq 100); do
        umount "$dir/disk" 2>"$dir/said" && return
        sleep 0.05
    done
    cat "$dir/said" >&2
    return 1
}

end() {
    ! mountpoint -q "$dir/disk" || unmounted || umount -l "$dir/disk"
    rm -rf "$dir"
    exit
}

chmod 755 "$dir" && mkdir "$dir/disk" && truncate -s 512M "$dir/image" && mkfs.ext4 -q -F "$dir/image" >&2 && mounted || end
echo ready
while read -r _; do
    # What the file system has not handed to its disk is only in memory, and goes with the unmounted one.
    cp --sparse=always "$dir/image" "$dir/left" && unmounted && mv "$dir/left" "$dir/image" && mounted || end
    echo ready
done
end
