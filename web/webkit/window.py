#!/usr/bin/python3
"""A window with nothing but a page of WebKitGTK in it, as WebKitWebDriver drives it: MiniBrowser cannot be as narrow as a phone.

WIDTH and HEIGHT in pixels come from the environment, POPUPS=0 allows no new tab unless somebody tapped, as Safari does, and LACKS names
features of the engine, separated by commas, that older phones do not have. Files are saved in DOWNLOADS.
Debian: webkit2gtk-driver, gir1.2-webkit2-4.1, python3-gi.
"""
import os
import pathlib

import gi

gi.require_version("Gtk", "3.0")
gi.require_version("WebKit2", "4.1")
from gi.repository import Gtk, WebKit2

WIDTH, HEIGHT = int(os.environ.get("WIDTH", "390")), int(os.environ.get("HEIGHT", "844"))
LACKS = set(filter(None, os.environ.get("LACKS", "").split(",")))


def settings():
    made = WebKit2.Settings(javascript_can_open_windows_automatically=os.environ.get("POPUPS") != "0")
    features = WebKit2.Settings.get_all_features()
    known = [features.get(at) for at in range(features.get_length())]
    if missing := LACKS - {feature.get_identifier() for feature in known}:
        raise SystemExit(f"this WebKit has no such feature: {', '.join(missing)}")
    for feature in known:
        if feature.get_identifier() in LACKS:
            made.set_feature_enabled(feature, False)
    return made


def open_window(**kind):
    page = WebKit2.WebView(is_controlled_by_automation=True, settings=settings(), **kind)
    window = Gtk.Window(default_width=WIDTH, default_height=HEIGHT)
    window.add(page)
    window.show_all()
    page.connect("close", lambda _: window.destroy())
    page.connect("create", lambda opener, _: open_window(related_view=opener))
    return page


def save(_, download):
    folder = pathlib.Path(os.environ["DOWNLOADS"])
    download.connect("decide-destination", lambda it, name: it.set_destination((folder / name).as_uri()) or True)


def begin(context, session):
    info = WebKit2.ApplicationInfo()
    info.set_name("comanda-webkit")
    session.set_application_info(info)
    session.connect("create-web-view", lambda _: open_window(web_context=context))


context = WebKit2.WebContext.new_with_website_data_manager(WebKit2.WebsiteDataManager.new_ephemeral())
context.set_automation_allowed(True)
context.connect("automation-started", begin)
context.connect("download-started", save)
Gtk.main()
