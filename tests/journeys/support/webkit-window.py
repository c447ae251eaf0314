#!/usr/bin/python3
"""A plain window of WebKitGTK for WebKitWebDriver to drive. Debian's own, MiniBrowser, stores
nothing on disk while it is driven; this one keeps everything in the folder PROFILE names."""
import os

import gi

gi.require_version("Gtk", "3.0")
gi.require_version("WebKit2", "4.1")
from gi.repository import Gtk, WebKit2

# Safari has these; WebKitGTK has them switched off.
AS_IN_SAFARI = ["StorageAPI", "StorageAPIEstimate"]

profile = os.environ["PROFILE"]
kept = WebKit2.WebsiteDataManager(
    base_data_directory=profile + "/data", base_cache_directory=profile + "/cache"
)
kept.get_cookie_manager().set_persistent_storage(
    profile + "/cookies", WebKit2.CookiePersistentStorage.SQLITE
)
context = WebKit2.WebContext.new_with_website_data_manager(kept)
context.set_automation_allowed(True)
context.set_preferred_languages(["en-US"])
features = WebKit2.Settings.get_all_features()


def open_window(*_):
    view = WebKit2.WebView(web_context=context, is_controlled_by_automation=True)
    for at in range(features.get_length()):
        feature = features.get(at)
        if feature.get_identifier() in AS_IN_SAFARI:
            view.get_settings().set_feature_enabled(feature, True)
    window = Gtk.Window(default_width=1280, default_height=900)
    window.add(view)
    window.show_all()
    return view


context.connect(
    "automation-started",
    lambda _, session: session.connect("create-web-view", open_window),
)
Gtk.main()
